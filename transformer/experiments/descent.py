"""Gradient descent on one sentence: one step and what it changes, and ten, until the sentence is known by heart.

Plain gradient descent: every weight w becomes w - rate * d loss / d w, as a new number in another model. No weight is
ever written to, since visitors share them, and the other model is forgotten with what was shown of it. The training
loop of transformer/learning draws fresh batches and moves a model by AdamW; here there is one sentence, and the step is
the plain one.
"""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
import torch
from jaxtyping import Float, Int
from numpy import ndarray as Array
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from transformer.bundled.load import LanguageModel
from transformer.model import Transformer

STEPS = 10


@dataclass(frozen=True, eq=False)
class Step:
    """One step of gradient descent."""

    loss: float  # before the step, nats per token
    slope: float  # the squared length of the gradient: the loss falls by rate * slope, if it goes on as straight
    shares: Mapping[str, float]  # of the slope: what each part of the model has, by its name; they sum to 1
    after: LanguageModel  # the model with every weight moved


@dataclass(frozen=True, eq=False)
class ByHeart:
    """A sentence learned in a few steps, and what became of another one."""

    losses: Float[Array, " step"]  # of the sentence, before the first step and after each, nats per token
    others: Float[Array, " step"]  # of the sentence that was not learned
    after: LanguageModel


def one_step(model: LanguageModel, ids: list[int], rate: float) -> Step:
    """A step down the gradient of the mean loss of each next token of a sentence.

    Raises:
        ValueError: if there is one token, so that there is no next token to predict.
    """
    loss, gradients = gradient(model.transformer, torch.tensor(ids))
    squares = {name: float(each.flatten() @ each.flatten()) for name, each in gradients.items()}
    slope = sum(squares.values())
    shares: dict[str, float] = {}
    for name, square in squares.items():
        shares[part_of(name)] = shares.get(part_of(name), 0.0) + square / slope
    # The moved weights are written where the gradients were: fresh memory for them took a third of the step's time.
    after = moved(model.transformer, gradients, rate, into=gradients)
    return Step(loss, slope, shares, dataclasses.replace(model, transformer=after))


def losses_by_rate(model: LanguageModel, ids: list[int], rates: Sequence[float]) -> Float[Array, " rate"]:
    """The loss after one step down the same gradient, for each learning rate.

    Raises:
        ValueError: if there is one token, so that there is no next token to predict.
    """
    sentence = torch.tensor(ids)
    _, gradients = gradient(model.transformer, sentence)
    return np.array([loss_of(moved(model.transformer, gradients, rate), sentence) for rate in rates])


def by_heart(
    model: LanguageModel,
    ids: list[int],
    other: list[int],
    rate: float,
    *,
    steps: int = STEPS,
    told: Callable[[float], object] = lambda share: None,
) -> ByHeart:
    """The same step again and again on one sentence; `told` hears the share done after each, and may end it.

    Raises:
        ValueError: if a sentence has one token, so that there is no next token to predict.
    """
    learner, sentence = model.transformer, torch.tensor(ids)
    losses, others = [], [loss_of(learner, torch.tensor(other))]
    for step in range(steps):
        loss, gradients = gradient(learner, sentence)
        learner = moved(learner, gradients, rate, into=gradients)
        losses.append(loss)
        others.append(loss_of(learner, torch.tensor(other)))
        told((step + 1) / steps)
    losses.append(loss_of(learner, sentence))
    return ByHeart(np.array(losses), np.array(others), dataclasses.replace(model, transformer=learner))


def gradient(transformer: Transformer, ids: Int[Tensor, " pos"]) -> tuple[float, dict[str, Tensor]]:
    """The mean loss of each next token, in nats, and its gradient by the name of each weight."""
    weights = {name: weight.detach() for name, weight in transformer.named_parameters()}
    learner = with_weights(transformer, weights).requires_grad_(True)
    # A sentence reads few rows of the embedding: where it is the unembedding too, zeros for all others need no adding.
    learner.embedding.sparse = transformer.config.tied
    with torch.enable_grad():
        loss = _loss(learner, ids)
        gradients = torch.autograd.grad(loss, list(learner.parameters()))
    return loss.item(), dict(zip(weights, gradients, strict=True))


@torch.no_grad()
def moved(
    transformer: Transformer,
    gradients: Mapping[str, Tensor],
    rate: float,
    *,
    into: Mapping[str, Tensor] | None = None,
) -> Transformer:
    """Another transformer, each weight of which is one step down its gradient.

    `into` are tensors that may be written to, by name, such as gradients that nobody needs any more.
    """
    return with_weights(
        transformer,
        {
            name: torch.sub(weight, gradients[name], alpha=rate, out=into[name] if into else None)
            for name, weight in transformer.named_parameters()
        },
    )


def with_weights(transformer: Transformer, weights: Mapping[str, Tensor]) -> Transformer:
    """A transformer of the same parts with these weights, by their names; tied weights stay tied, nothing is copied.

    torch.func.functional_call would put them into the shared one for as long as it runs.
    """
    theirs = {
        id(weight): nn.Parameter(weights[name], requires_grad=False) for name, weight in transformer.named_parameters()
    }
    return cast(Transformer, _twin(transformer, theirs))


def _twin(module: nn.Module, theirs: Mapping[int, nn.Parameter]) -> nn.Module:
    """The module once more, around other weights: far faster than a deepcopy.

    torch has no public name for the two dictionaries, which a plain copy would share with the module. A place that has
    no weight, such as a bias that was switched off, stays empty.
    """
    twin = object.__new__(type(module))
    vars(twin).update(
        vars(module),
        _parameters={name: theirs.get(id(weight)) for name, weight in module._parameters.items()},
        _modules={name: None if child is None else _twin(child, theirs) for name, child in module._modules.items()},
    )
    return twin


@torch.no_grad()
def loss_of(transformer: Transformer, ids: Int[Tensor, " pos"]) -> float:
    """The mean loss of each next token, in nats."""
    return _loss(transformer, ids).item()


def part_of(name: str) -> str:
    """Which part of the model a weight belongs to: embedding, attention N or FFN N of layer N from 1, or last norm."""
    if not name.startswith("blocks."):
        return "last norm" if name.startswith("final_norm") else "embedding"
    _, layer, inside, *_ = name.split(".")
    return f"{'attention' if inside.startswith('attention') else 'FFN'} {int(layer) + 1}"


def _loss(transformer: Transformer, ids: Int[Tensor, " pos"]) -> Float[Tensor, ""]:
    if len(ids) < 2:
        raise ValueError("a text of one token has no next token to predict")
    return cross_entropy(transformer(ids)[:-1], ids[1:])
