"""What a multiplier does to one row of scores: its softmax, how undecided it is, and how much it can still learn."""

import math

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.pictures.curves import curves
from headlight.pictures.matrix import matrix
from transformer.softmax import entropy, jacobian, jacobian_norm, softmax

# From 0.01 to 100 in steps that look even on a logarithmic scale.
_LARGEST, _ENTROPY, _NORM = "largest weight", "entropy / ln n", "norm of the Jacobian"
MEANING = "The norm of the Jacobian is how far the weights still move with the scores: at 0 nothing can be learned."
NORM_IN_WORDS = (
    "p are the weights, x what went into softmax; δ is 1 where i = j, else 0. ‖J‖ is the norm of all slopes together: "
    "near 0 no score can move a weight any more."
)


def saturation(scores: Float[Array, " n"], multipliers: Float[Array, " m"]) -> dict[str, Float[Array, " m"]]:
    """Largest weight, entropy as a share of ln n, and norm of the Jacobian of softmax(multiplier * scores)."""
    weights = softmax(multipliers[:, None] * scores.astype(np.float64))
    most = math.log(len(scores)) or 1.0  # one number alone has entropy 0, and so a share of 0
    return {_LARGEST: weights.max(-1), _ENTROPY: entropy(weights) / most, _NORM: jacobian_norm(weights)}


def over_multipliers(
    scores: Float[Array, " n"],
    multiplier: float,
    *,
    key: str,
    x_title: str = "multiplier",
    height: int = 260,
) -> None:
    """The three as curves over the multiplier from 0.01 to 100, with the present one marked.

    `scores` are what is multiplied before softmax, without masked cells.
    """
    over = np.union1d(np.geomspace(0.01, 100, 121), [multiplier])
    found = saturation(scores, over)
    now = {name: float(values[over == multiplier][0]) for name, values in found.items()}
    curves(
        found,
        over=over,
        x_title=x_title,
        y_title="share, or norm",
        at=multiplier,
        logarithmic="x",
        y_range=(0.0, 1.0),
        y_ticks=(0, 0.25, 0.5, 0.75, 1),
        alt="Over the multiplier: " + ", ".join(f"{name} {value:.4f} now" for name, value in now.items()) + ".",
        key=key,
        height=height,
    )


def slopes(weights: Float[Array, " n"], labels: tuple[str, ...], *, key: str) -> None:
    """The Jacobian of softmax at these weights as a matrix, on a colour scale that stays."""
    matrix(
        jacobian(weights),
        rows=labels,
        columns=labels,
        noun="slope",
        alt="The Jacobian of the softmax: how much each weight moves when each score does.",
        key=key,
        scale="diverging",
        extent=0.25,  # the largest that a slope can be: p (1 - p) at p = 1/2,
    )
