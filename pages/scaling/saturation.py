"""One row of scores under a multiplier, as curves: how sharp its softmax is, and how much it can still learn."""

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.pictures import Screen
from transformer.readings.sharpness import saturation

MEANING = "The norm of the Jacobian says how strongly the weights react to the scores: at 0 no gradient gets through."
NORM_IN_WORDS = (
    "p are the weights, x what went into softmax; δ is 1 where i = j, else 0. ‖J‖ is the norm of all slopes together: "
    "near 0 no score can move a weight any more."
)


def over_multipliers(
    screen: Screen, scores: Float[Array, " n"], multiplier: float, *, key: str, height: int = 260
) -> None:
    """Largest weight, entropy and norm over the multiplier from 0.01 to 100, with the present one marked.

    `scores` are what is multiplied before softmax, without masked cells.
    """
    over = np.union1d(np.geomspace(0.01, 100, 121), [multiplier])  # steps that look even on a logarithmic scale
    measures = saturation(scores, over)
    now = {name: float(values[over == multiplier][0]) for name, values in measures.items()}
    screen.curves(
        measures,
        over=over,
        axes=("multiplier", "share, or norm"),
        at=multiplier,
        logarithmic="x",
        y_range=(0.0, 1.0),
        y_ticks=(0, 0.25, 0.5, 0.75, 1),
        alt="Over the multiplier: " + ", ".join(f"{name} {value:.4f} now" for name, value in now.items()) + ".",
        key=key,
        height=height,
    )
