"""How sharp a head's weights are: with the root under its scores or without, and under any multiplier."""

import dataclasses
import math

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from transformer.head import Head
from transformer.intervention import MASKS, PADDING, PLACES, RESIDUAL, SCALES
from transformer.softmax import entropy, jacobian_norm, softmax
from transformer.trace import Trace

HONOURS = MASKS | PADDING | SCALES | PLACES | RESIDUAL | {"silence"}


def pattern_with(trace: Trace, head: Head, *, scaled: bool) -> Float[Array, "query key"]:
    """softmax of the head's own scores, masked, with the root under them or without.

    The other of the two than the model computed starts from the same scores, so it is what this head alone would do.

    Raises:
        ValueError: if it is the other, and the pattern was not made of the head's own scores.
    """
    stages, change = trace.layers[head.layer], trace.intervention
    if scaled == change.scaled:
        return stages.pattern[head.head]
    change.require(HONOURS, "a pattern that is made of scores")
    factor, cap = trace.plan.scaling(dataclasses.replace(change, scaled=scaled)), trace.plan.softcap
    multiplied = stages.scores[head.head].astype(np.float64) * factor
    pressed = multiplied if cap is None else cap * np.tanh(multiplied / cap)
    return softmax(np.where(np.isneginf(stages.masked[head.head]), -np.inf, pressed))


def last_scores(trace: Trace, head: Head) -> Float[Array, " key"]:
    """Return the last token's scores before the multiplier of the intervention, without masked cells."""
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
