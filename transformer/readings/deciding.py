"""Which head decides the next word: what is left of its probability where one head, or one FFN, says nothing to it.

A part is cut where the next word is read, at the last place alone: its output there is set to zero (zero ablation). In
a text that is read from left to right this changes no other row, so that all cuts of a model are one batch of single
rows through the layers above, and exact. What the part did at earlier places stays.
"""

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float
from numpy import ndarray as Array
from torch import Tensor

from transformer.attention import allowed
from transformer.head import Head
from transformer.inference import inference
from transformer.intervention import HEADS, MASKS, PADDING, PLACES, RESIDUAL, SCALES
from transformer.linear import linear
from transformer.model import Transformer
from transformer.positions import places_of
from transformer.readings.answer import Model
from transformer.trace import Trace, thawed

HONOURS = MASKS | PADDING | SCALES | PLACES | HEADS | RESIDUAL
CLEAR = 0.3  # the share of the word's probability that a head takes with it where it is said to decide


@dataclass(frozen=True, eq=False)
class Deciding:
    """The likeliest next word, and how likely it is without each part."""

    word: int  # its id
    probability: float  # with everything
    without_heads: Float[Array, "layer head"]  # its probability without each head
    without_ffns: Float[Array, " layer"]  # and without each FFN
    losses_of_heads: Float[Array, "layer head"]  # nats: its log-probability, less that without each head
    losses_of_ffns: Float[Array, " layer"]

    @property
    def head(self) -> Head:
        """The head without which the word is least likely."""
        return Head(*(int(at) for at in np.unravel_index(self.losses_of_heads.argmax(), self.losses_of_heads.shape)))

    @property
    def decides(self) -> bool:
        """Whether this one head decides: without it the word loses `CLEAR` of its probability or more."""
        return bool(self.without_heads[self.head] <= (1 - CLEAR) * self.probability)


@inference
def deciding(model: Model, trace: Trace) -> Deciding:
    """How likely the likeliest next word is without each head, and without each FFN, at the last place.

    Zero ablation of one part at one place (Olsson et al. 2022, In-context Learning and Induction Heads, "ablations",
    have it at all places).

    Args:
        model: the one that made the trace, of the bundled kind.
        trace: a pass over one text, changed or not; the word is the likeliest of this pass.

    Returns:
        The word with its probabilities, in double precision of logits in single precision.

    Raises:
        ValueError: if the model is not of the bundled kind, or the pass has a change that is not among HONOURS.
    """
    transformer = model.transformer
    if not isinstance(transformer, Transformer):
        raise ValueError("which head decides is read of models of the bundled kind; use `effects` for others")
    trace.intervention.require(HONOURS, "which head decides")
    rows = torch.cat((thawed(trace.final[None, trace.last]), _final_without(transformer, trace)))
    logs = linear(rows, transformer.unembedding.weight).double().log_softmax(-1)
    word = int(logs[0].argmax())
    found, heads = logs[:, word].numpy(), trace.config.n_layers * trace.config.n_heads
    of_heads, of_ffns = found[1 : heads + 1].reshape(-1, trace.config.n_heads), found[heads + 1 :]
    return Deciding(
        word, float(np.exp(found[0])), np.exp(of_heads), np.exp(of_ffns), found[0] - of_heads, found[0] - of_ffns
    )


def _final_without(transformer: Transformer, trace: Trace) -> Float[Tensor, "part d_model"]:
    """What the unembedding reads without each head, then without each FFN: each part joins where its layer is left.

    Where somebody looks ahead, rows before the last can change too, and all are computed.
    """
    change, last = trace.intervention, trace.last
    may_look = allowed(len(trace.tokens), change)
    first = 0 if may_look.triu(1).any() else last
    places = places_of(len(trace.tokens), change)[first:]
    stream = torch.empty(0, len(places), trace.config.d_model, dtype=torch.float32)
    for layer, known in enumerate(trace.layers):
        block = transformer.block(layer)
        if len(stream):
            past = thawed(known.keys[:, :first]), thawed(known.values[:, :first])
            stream = block(stream, places, may_look[first:], layer, change, past).residual_out
        left = thawed(known.residual_out[first:]).repeat(trace.config.n_heads + 1, 1, 1)
        left[:, last - first] = _left(transformer, trace, layer)
        stream = torch.cat((stream, left))
    final = transformer.final_norm(stream[:, last - first]).unflatten(0, (trace.config.n_layers, -1))
    return torch.cat((final[:, :-1].flatten(0, 1), final[:, -1]))


def _left(transformer: Transformer, trace: Trace, layer: int) -> Float[Tensor, "part d_model"]:
    """The last row of the stream after a layer without each of its heads, then without its FFN."""
    known, change, block, last = trace.layers[layer], trace.intervention, transformer.block(layer), trace.last
    context = thawed(known.context[:, last]).repeat(trace.config.n_heads, 1, 1)  # [cut, head, d_head]
    context[range(len(context)), range(len(context))] = 0
    attended = block.attention.output(context.flatten(1))
    reads = thawed(known.residual_in[last]).expand_as(attended)
    _, _, without_heads = block.following(reads, attended, layer, change)
    middle = thawed(known.residual_mid[last])[None]
    kept = torch.zeros_like(middle) if (layer, "ffn") in change.residual_off else middle
    return torch.cat((without_heads, kept if block.pre_norm else block.mlp_norm(kept)))
