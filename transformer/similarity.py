"""How alike vectors are: cosines, and the nearest rows of an embedding."""

import numpy as np
from jaxtyping import Float, Int
from numpy import ndarray as Array

from transformer.ranking import largest


def unit(vectors: Float[Array, "row width"]) -> Float[Array, "row width"]:
    """Each row divided by its length; a row of zeros stays zeros."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.where(lengths == 0, 1, lengths)


def cosines(vectors: Float[Array, "row width"], others: Float[Array, "other width"]) -> Float[Array, "row other"]:
    """a . b / (|a| |b|) for each row a and each other row b, from -1 to 1."""
    return unit(vectors) @ unit(others).T


def nearest(
    units: Float[Array, "vocab width"], ids: list[int], count: int
) -> tuple[Int[Array, "row count"], Float[Array, "row count"]]:
    """For each id its `count` nearest rows by cosine, nearest first and itself left out, and those cosines.

    `units` are rows of length one. Raises ValueError if there are not `count` other rows.
    """
    if not 0 < count < len(units):
        raise ValueError(f"of {len(units)} rows at most {len(units) - 1} others are near one of them, got {count}")
    near = units[ids] @ units.T
    near[np.arange(len(ids)), ids] = -np.inf
    places = np.array([largest(row, count) for row in near], dtype=np.intp).reshape(len(ids), count)
    return places, np.take_along_axis(near, places, axis=1)
