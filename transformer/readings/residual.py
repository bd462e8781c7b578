"""The residual stream: how long each token's vector is after each sublayer, and what each sublayer added to it."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from transformer.intervention import HEADS, MASKS, PADDING, PLACES, RESIDUAL, SCALES
from transformer.trace import Trace

HONOURS = MASKS | PADDING | SCALES | PLACES | HEADS | RESIDUAL


@dataclass(frozen=True, eq=False)
class Stream:
    """Lengths along the stream. A step is a sublayer: attention and FFN of layer 0, of layer 1, ..."""

    lengths: Float[Array, "state pos"]  # of the stream: as it enters layer 0, then after each step
    added: Float[Array, "step pos"]  # the length of what the step computed


def fed_forward(trace: Trace, layer: int) -> Float[Array, "pos d_model"]:
    """Compute what the FFN of a layer gives, which is added to the stream unless its residual connection is off."""
    trace.intervention.require(HONOURS, "what an FFN adds")
    stages = trace.layers[layer]
    replaced = (layer, "ffn") in trace.intervention.residual_off
    return stages.residual_out if replaced else stages.residual_out - stages.residual_mid


def states(trace: Trace) -> Float[Array, "state pos d_model"]:
    """The stream as it enters layer 0, then after each sublayer."""
    after = [part for layer in trace.layers for part in (layer.residual_mid, layer.residual_out)]
    return np.stack([trace.layers[0].residual_in, *after])


def stream(trace: Trace) -> Stream:
    """Measure a trace's stream at every token."""
    added = np.stack(
        [part for layer, stages in enumerate(trace.layers) for part in (stages.attended, fed_forward(trace, layer))]
    )
    return Stream(np.linalg.norm(states(trace), axis=-1), np.linalg.norm(added, axis=-1))


def likeness(trace: Trace) -> Float[Array, " state"]:
    """The mean cosine between two different tokens at each state of the stream: 1 when all point the same way.

    Raises:
        ValueError: if there is one token, and so no pair.
    """
    n_tokens = len(trace.tokens)
    if n_tokens < 2:
        raise ValueError("one token has no other to be compared with")
    passed = states(trace)
    directions = passed / np.maximum(np.linalg.norm(passed, axis=-1, keepdims=True), 1e-30)
    sums = directions.sum(axis=1)  # the squared length of the sum holds every pair twice, and each token with itself
    itself = np.square(directions).sum(axis=(1, 2))
    return (np.square(sums).sum(axis=-1) - itself) / (n_tokens * (n_tokens - 1))
