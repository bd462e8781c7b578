"""How sharp a head's weights are: with the root under its scores or without, and under any multiplier."""

import dataclasses
import math

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from transformer.head import Head
from transformer.intervention import HEADS, MASKS, PADDING, PLACES, RESIDUAL, SCALES
from transformer.softmax import entropy, jacobian_norm, softmax
from transformer.trace import Trace

HONOURS = MASKS | PADDING | SCALES | PLACES | HEADS | RESIDUAL


def pattern_with(trace: Trace, head: Head, *, scaled: bool) -> Float[Array, "query key"]:
    """softmax of the head's own scores, masked, with the root under them or without.

    The other of the two than the model computed starts from the same scores, so it is what this head alone would do.
    """
    stages, change = trace.layers[head.layer], trace.intervention
    change.require(HONOURS, "a pattern that is made of its scores")
    if scaled == change.scaled:
        return stages.pattern[head.head]
    factor, cap = trace.plan.scaling(dataclasses.replace(change, scaled=scaled)), trace.plan.softcap
    multiplied = stages.scores[head.head].astype(np.float64) * factor
    pressed = multiplied if cap is None else cap * np.tanh(multiplied / cap)
    return softmax(np.where(np.isneginf(stages.masked[head.head]), -np.inf, pressed))


def last_scores(trace: Trace, head: Head) -> Float[Array, " key"]:
    """What the last token's scores are before the multiplier of the intervention, masked cells left out."""
    stages = trace.layers[head.layer]
    opened = ~np.isneginf(stages.masked[head.head, -1])
    factor = trace.factor / trace.intervention.multiplier
    return stages.scores[head.head, -1][opened].astype(np.float64) * factor


def saturation(scores: Float[Array, " n"], multipliers: Float[Array, " m"]) -> dict[str, Float[Array, " m"]]:
    """Largest weight, entropy as a share of ln n, and norm of the Jacobian of softmax(multiplier * scores)."""
    weights = softmax(multipliers[:, None] * scores.astype(np.float64))
    most = math.log(len(scores)) or 1.0  # one number alone has entropy 0, and so a share of 0
    return {
        "largest weight": weights.max(-1),
        "entropy / ln n": entropy(weights) / most,
        "norm of the Jacobian": jacobian_norm(weights),
    }
