"""Gradient descent on one sentence: one step and what it changes, and ten, until the sentence is known by heart.

Plain gradient descent: every weight w becomes w - rate * d loss / d w, as a new number in another model. No weight is
ever written to, since visitors share them, and the other model is forgotten with what was shown of it. The training
loop of transformer/learning draws fresh batches and moves a model by AdamW; here there is one sentence, and the step is
the plain one.

The gradient of a matrix by a sentence of n tokens is a sum of n outer products, however wide the matrix is. So neither
it nor the moved matrix is written out: what reads the matrix adds the few products to what the old one says, as an
adapter of low rank does (LoRA, Hu et al. 2021, section 4.1).
"""

import dataclasses
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import torch
from jaxtyping import Float, Int
from numpy import ndarray as Array
from torch import Tensor, nn
from torch.nn.functional import cross_entropy, linear

from transformer.bundled.load import LanguageModel
from transformer.model import Transformer

STEPS = 10


@dataclass(frozen=True, eq=False)
class DescentStep:
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


def one_step(model: LanguageModel, ids: list[int], rate: float) -> DescentStep:
    """A step down the gradient of the mean loss of each next token of a sentence.

    Raises:
        ValueError: if there is one token, so that there is no next token to predict.
    """
    loss, slope = gradient(model.transformer, torch.tensor(ids))
    squares = slope.squares()
    whole = sum(squares.values())
    shares: dict[str, float] = {}
    for name, square in squares.items():
        shares[part_of(name)] = shares.get(part_of(name), 0.0) + square / whole
    after = moved(model.transformer, slope, rate)
    return DescentStep(loss, whole, shares, dataclasses.replace(model, transformer=after))


def losses_by_rate(model: LanguageModel, ids: list[int], rates: Sequence[float]) -> Float[Array, " rate"]:
    """The loss after one step down the same gradient, for each learning rate.

    Raises:
        ValueError: if there is one token, so that there is no next token to predict.
    """
    sentence = torch.tensor(ids)
    _, slope = gradient(model.transformer, sentence)
    return np.array([loss_of(moved(model.transformer, slope, rate), sentence) for rate in rates])


def by_heart(
    model: LanguageModel,
    ids: list[int],
    other: list[int],
    rate: float,
    *,
    steps: int = STEPS,
    on_progress: Callable[[float], object] = lambda share: None,
) -> ByHeart:
    """Repeat one gradient step on one sentence; `on_progress` hears the share done after each, and may end it.

    Raises:
        ValueError: if a sentence has one token, so that there is no next token to predict.
    """
    learner, sentence = model.transformer, torch.tensor(ids)
    losses, others = [], [loss_of(learner, torch.tensor(other))]
    for step in range(steps):
        loss, slope = gradient(learner, sentence)
        learner = moved(learner, slope, rate)
        losses.append(loss)
        others.append(loss_of(learner, torch.tensor(other)))
        on_progress((step + 1) / steps)
    losses.append(loss_of(learner, sentence))
    return ByHeart(np.array(losses), np.array(others), dataclasses.replace(model, transformer=learner))


@dataclass(frozen=True, eq=False)
class Gradient:
    """The gradient of a loss: by each matrix as two thin ones, whose product left^T right it is; by each vector itself.

    Of a linear layer, which reads rows X and writes rows Y = X W^T, they are d loss / d Y and X; of a table whose rows
    are looked up, one-hot rows and d loss / d Y.
    """

    matrices: Mapping[str, tuple[Float[Tensor, "row out"], Float[Tensor, "row in"]]]  # by the name of the weight
    vectors: Mapping[str, Tensor]  # biases, and the gains of the norms

    def squares(self) -> dict[str, float]:
        """The squared length of the gradient of each weight."""
        # |left^T right|^2 is the sum of (left left^T) * (right right^T): n by n numbers, whatever the matrix's size.
        matrices = {
            name: float(((left @ left.T) * (right @ right.T)).sum()) for name, (left, right) in self.matrices.items()
        }
        return matrices | {name: float(vector @ vector) for name, vector in self.vectors.items()}


class Stepped(nn.Module):
    """A linear layer after steps: its matrix minus left^T right, which is made only for whom asks for `weight`."""

    def __init__(
        self,
        matrix: Float[Tensor, "out in"],
        bias: Float[Tensor, " out"] | None,
        left: Float[Tensor, "row out"],
        right: Float[Tensor, "row in"],
    ) -> None:
        super().__init__()
        self.matrix, self.bias, self.left, self.right = matrix, bias, left, right

    def forward(self, rows: Float[Tensor, "*batch in"]) -> Float[Tensor, "*batch out"]:
        """Apply the moved layer to rows."""
        return linear(rows, self.matrix, self.bias) - (rows @ self.right.T) @ self.left

    @property
    def weight(self) -> Float[Tensor, "out in"]:
        """The moved matrix."""
        return torch.addmm(self.matrix, self.left.T, self.right, alpha=-1)


def gradient(transformer: Transformer, ids: Int[Tensor, " pos"]) -> tuple[float, Gradient]:
    """The mean loss of each next token, in nats, and its gradient."""
    weights = {name: weight for name, weight in transformer.named_parameters() if weight.ndim == 1}
    vectors = {name: nn.Parameter(weight.detach()) for name, weight in weights.items()}
    learner = cast(Transformer, _twin(transformer, dict(zip(weights.values(), vectors.values(), strict=True)), {}))
    parts = dict(learner.named_modules())
    passed: dict[str, tuple[Tensor, Tensor]] = {}
    for name, part in parts.items():
        if isinstance(part, nn.Linear | nn.Embedding | Stepped):
            part.register_forward_hook(_noting(passed, name))
    with torch.enable_grad():
        loss = _loss(learner, ids)
        slopes = torch.autograd.grad(loss, [*(wrote for _, wrote in passed.values()), *vectors.values()])
    matrices = {}
    for (name, (read, _)), slope in zip(passed.items(), slopes[: len(passed)], strict=True):
        part, read = parts[name], read.detach()
        matrices[f"{name}.weight"] = (_one_hot(read, part), slope) if isinstance(part, nn.Embedding) else (slope, read)
    if transformer.config.tied:  # one matrix, read in two ways: the products of both
        (left, right), (other_left, other_right) = matrices["embedding.weight"], matrices.pop("unembedding.weight")
        matrices["embedding.weight"] = torch.cat((left, other_left)), torch.cat((right, other_right))
    return loss.item(), Gradient(matrices, dict(zip(vectors, slopes[len(passed) :], strict=True)))


def _noting(passed: dict[str, tuple[Tensor, Tensor]], name: str) -> Callable[..., None]:
    """A listener that notes what a layer read and wrote; the gradient of a loss goes back as far as looked-up rows."""

    def note(part: nn.Module, read: tuple[Tensor], wrote: Tensor) -> None:
        passed[name] = read[0], wrote.requires_grad_() if isinstance(part, nn.Embedding) else wrote

    return note


def _one_hot(ids: Int[Tensor, " pos"], table: nn.Embedding) -> Float[Tensor, "pos vocab"]:
    rows = torch.zeros(len(ids), table.num_embeddings, dtype=torch.float32)
    rows[torch.arange(len(ids)), ids] = 1
    return rows


@torch.no_grad()
def moved(transformer: Transformer, gradient: Gradient, rate: float) -> Transformer:
    """Another transformer, each weight of which is one step down its gradient."""
    parts, weights = dict(transformer.named_modules()), dict(transformer.named_parameters())
    steps: dict[nn.Module, Stepped] = {}
    others: dict[Tensor, nn.Parameter] = {}
    for name, vector in gradient.vectors.items():
        others[weights[name]] = nn.Parameter(weights[name] - rate * vector, requires_grad=False)
    for name, (left, right) in gradient.matrices.items():
        if name.startswith("blocks."):
            layer = parts[name.removesuffix(".weight")]
            bias: Any = getattr(layer, "bias", None)
            steps[layer] = _stepped(layer, None if bias is None else others[bias], rate * left, right)
        else:  # tables are read row by row, and by the Trace: they are made
            table = torch.addmm(weights[name], left.T, right, alpha=-rate)
            others[weights[name]] = nn.Parameter(table, requires_grad=False)
    return cast(Transformer, _twin(transformer, others, steps))


def _stepped(layer: nn.Module, bias: nn.Parameter | None, left: Tensor, right: Tensor) -> Stepped:
    """The layer once more, with these steps after those that it has taken."""
    if isinstance(layer, Stepped):
        return Stepped(layer.matrix, bias, torch.cat((layer.left, left)), torch.cat((layer.right, right)))
    return Stepped(cast(nn.Linear, layer).weight.detach(), bias, left, right)


def _twin(module: nn.Module, weights: Mapping[Tensor, nn.Parameter], parts: Mapping[nn.Module, nn.Module]) -> nn.Module:
    """The module once more, with some weights and parts of others in place of its own; the rest is shared, not copied.

    Whatever holds parts is made anew, with listeners of its own: far faster than a deepcopy, and tied weights stay
    tied. torch.func.functional_call would put the weights into the shared model for as long as it runs. torch has no
    public name for the dictionaries, which a plain copy would share with the module.
    """
    twin = object.__new__(type(module))
    vars(twin).update(
        vars(module),
        _parameters={
            name: parameter if parameter is None else weights.get(parameter, parameter)
            for name, parameter in module._parameters.items()
        },
        _modules={
            name: part_of_module and (parts.get(part_of_module) or _twin(part_of_module, weights, parts))
            for name, part_of_module in module._modules.items()
        },
        _forward_hooks=OrderedDict(),
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
