"""Which looks would have helped: the gradient of a text's loss with respect to the scores of one layer's heads.

The loss is the mean of -ln p, in nats, over the answers asked for: a mapping from the position of a token to the id
that is to come after it. A score is a dot product of a query and a key, before it is scaled and masked.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float
from numpy import ndarray as Array
from torch import Tensor

from transformer.inference import inference
from transformer.intervention import UNCHANGED
from transformer.model import Transformer
from transformer.softmax import softmax
from transformer.trace import Trace

Answers = Mapping[int, int]


@dataclass(frozen=True, eq=False)
class ScoreGradients:
    """The loss of the answers, and how it moves with each score and with each weight of a layer's heads.

    Below 0: a little more there would have lowered the loss. A row of `scores` sums to 0, because softmax does not feel
    a number that is added to all scores of a row; where a query may not look they are exactly 0.
    """

    loss: float  # nats
    scores: Float[Array, "head query key"]  # nats per unit of score
    pattern: Float[Array, "head query key"]  # nats per unit of weight, as if a row need not sum to 1


def every_word(trace: Trace) -> dict[int, int]:
    """Each token of the text after the first, to come after the one before it: the answers of a sentence's loss."""
    return {position: trace.tokens[position + 1].id for position in range(trace.last)}


def score_gradients(transformer: Transformer, trace: Trace, layer: int, answers: Answers) -> ScoreGradients:
    """The gradients of the loss of the answers, by automatic differentiation through this layer and those above it.

    Weights are left as they are and nothing is kept: only the activations of this call are differentiated.

    Raises:
        ValueError: if nothing is asked, or the pass that was traced was changed.
    """
    _refuse(trace, answers)
    with torch.enable_grad():
        stream = torch.tensor(trace.layers[layer].residual_in).requires_grad_()
        blocks = list(transformer.through(stream, first=layer))
        loss = _losses(transformer, blocks[-1].residual_out, answers).mean()
        scores, pattern = torch.autograd.grad(loss, (blocks[0].attention.scores, blocks[0].attention.pattern))
    return ScoreGradients(loss.item(), scores.numpy(), pattern.numpy())


@inference
def with_score_moved(
    transformer: Transformer,
    trace: Trace,
    layer: int,
    cell: tuple[int, int, int],
    amounts: Sequence[float],
    answers: Answers,
) -> Float[Array, " move"]:
    """The loss of the answers when one score, at [head, query, key], is moved by each of these amounts, in nats.

    No gradient is used: the row goes through softmax again, and the stream through the rest of the model, once for each
    amount. A score that is masked stays so.

    Raises:
        ValueError: if nothing is asked, or the pass that was traced was changed.
    """
    _refuse(trace, answers)
    head, query, _ = cell
    stages, block = trace.layers[layer], transformer.block(layer)
    pattern = np.repeat(stages.pattern[None], len(amounts), axis=0)
    pattern[:, head, query] = [moved_row(trace, layer, cell, amount) for amount in amounts]
    context = torch.tensor(pattern) @ torch.tensor(stages.values)
    attended = block.attention.output(context.transpose(-3, -2).flatten(-2))
    *_, stream = block.following(torch.tensor(stages.residual_in).expand_as(attended), attended, layer)
    for later in transformer.through(stream, first=layer + 1):
        stream = later.residual_out
    return _losses(transformer, stream, answers).mean(-1).numpy()


def moved_row(trace: Trace, layer: int, cell: tuple[int, int, int], amount: float) -> Float[Array, " key"]:
    """The weights of a query when its score of one key is moved: put into a pass by `edits.row` too."""
    head, query, key = cell
    masked = trace.layers[layer].masked[head, query].astype(np.float64)
    masked[key] += amount * trace.factor
    return softmax(masked)


def _losses(
    transformer: Transformer, stream: Float[Tensor, "*batch pos d_model"], answers: Answers
) -> Float[Tensor, "*batch answer"]:
    chances = transformer.unembedding(transformer.final_norm(stream[..., list(answers), :])).log_softmax(-1)
    return -chances[..., torch.arange(len(answers)), torch.tensor(list(answers.values()))]


def _refuse(trace: Trace, answers: Answers) -> None:
    if not answers:
        raise ValueError("a loss needs a token that is to be predicted")
    if trace.intervention != UNCHANGED:
        raise ValueError("gradients of scores are of the model as it was trained, and this pass was changed")
