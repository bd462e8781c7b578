"""A text written on from kept keys and values: one new row a token, and what computing every row again would cost.

No token may attend to a later one, so the rows of those before stay as they are, and so do their keys and values: the
KV cache (Pope et al. 2022).
"""

from typing import NamedTuple

import numpy as np
import torch
from jaxtyping import Float
from numpy import ndarray as Array

from transformer.attention import KeysAndValues
from transformer.inference import inference
from transformer.intervention import SCALES
from transformer.model import Transformer
from transformer.positions import places_of
from transformer.trace import Trace, thawed

HONOURS = SCALES


class Kept(NamedTuple):
    """The keys and values of a text that was written token by token, and the logits after its last token."""

    keys: Float[Array, "layer head pos d_head"]
    values: Float[Array, "layer head pos d_head"]
    logits: Float[Array, " vocab"]

    def difference(self, trace: Trace) -> float:
        """Return the largest difference of a number here from that of a pass that computed all rows at once."""
        both = [(self.logits, trace.next_logits)]
        for layer, keys, values in zip(trace.layers, self.keys, self.values, strict=True):
            both += [(keys, layer.keys), (values, layer.values)]
        return max(float(np.abs(one - other).max()) for one, other in both)


@inference
def kept(transformer: Transformer, trace: Trace, first: int) -> Kept:
    """Read the first tokens of a text at once and each later one alone, beside what is kept of those before it.

    Args:
        transformer: the torch module of a bundled language model.
        trace: a pass over the whole text. Of it the tokens, their positions and the mask are taken, no row of a layer.
        first: how many tokens are read at once, 1 or more.

    Returns:
        The keys and values that are kept after the last token, and its logits.

    Raises:
        ValueError: if the pass was changed otherwise than by a temperature.
    """
    trace.intervention.require(HONOURS, "keys and values that are kept")
    n_tokens, change = len(trace.tokens), trace.intervention
    embedded = thawed(trace.layers[0].residual_in)
    places = places_of(n_tokens, change)
    past: dict[int, KeysAndValues] = {}
    for start, end in [(0, first), *((at, at + 1) for at in range(first, n_tokens))]:
        stream = embedded[start:end]
        for number, layer in enumerate(trace.layers):
            may_look = thawed(layer.may_look[start:end, :end])
            stages = transformer.block(number)(stream, places[start:end], may_look, number, change, past.get(number))
            past[number] = stages.attention.keys, stages.attention.values
            stream = stages.residual_out
    logits = trace.logits_of(transformer.read_out(stream)[-1].numpy())
    keys, values = (torch.stack([layer[part] for layer in past.values()]).numpy() for part in (0, 1))
    return Kept(keys, values, logits)


def products(transformer: Transformer, start: int, end: int) -> int:
    """Count the multiplications of numbers that the rows of some tokens need, those before being kept.

    Args:
        transformer: the torch module of a bundled language model.
        start: the first token whose row is computed, from 0.
        end: the token after the last of them.

    Returns:
        Those of all weight matrices in the blocks, of scores and weighted sums under the causal mask, and of the logits
        after the last token.
    """
    config = transformer.config
    matrices = sum(weight.numel() for weight in transformer.blocks.parameters() if weight.ndim == 2)
    keys = sum(range(start + 1, end + 1))  # a token attends to itself and to those before
    attention = 2 * config.n_layers * config.n_heads * config.d_head * keys
    return (end - start) * matrices + attention + config.d_model * config.vocab_size
