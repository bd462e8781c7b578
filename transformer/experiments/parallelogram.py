"""The parallelogram of an analogy, first - minus + plus: its plane, and how far another vector lies from its corner."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from transformer.similarity import unit


@dataclass(frozen=True, eq=False)
class Parallelogram:
    """The plane through minus, first and plus, in which the sum lies too; other vectors are projected onto it."""

    points: Float[Array, "three 2"]  # minus, first, plus
    total: Float[Array, " 2"]
    expected: Float[Array, " 2"]
    outside: float  # how far the expected vector lies from this plane
    away: float  # distance of the expected vector from the sum


def parallelogram(
    first: Float[Array, " width"],
    minus: Float[Array, " width"],
    plus: Float[Array, " width"],
    expected: Float[Array, " width"],
) -> Parallelogram:
    """Coordinates with the origin at the vector that is taken away."""
    first, minus, plus, expected = (vector.astype(np.float64) for vector in (first, minus, plus, expected))
    sides = np.stack([first - minus, plus - minus])
    across = unit(sides[:1])[0]
    up = sides[1] - (sides[1] @ across) * across
    axes = np.stack([across, unit(up[None])[0]])  # zeros where the three lie on one line: then it is a line
    fourth_side = expected - minus
    return Parallelogram(
        points=np.stack([np.zeros(2), *(sides @ axes.T)]),
        total=axes @ sides.sum(axis=0),
        expected=axes @ fourth_side,
        outside=float(np.linalg.norm(fourth_side - (axes @ fourth_side) @ axes)),
        away=float(np.linalg.norm(fourth_side - sides.sum(axis=0))),
    )
