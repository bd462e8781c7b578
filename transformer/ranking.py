"""The largest of many numbers, in their order."""

import numpy as np
from jaxtyping import Int, Num
from numpy import ndarray as Array


def largest(values: Num[Array, " n"], count: int | None = None) -> Int[Array, " place"]:
    """Places of the `count` largest numbers, the largest first; of equal ones the earlier. All without a count.

    Of many numbers only those that reach the `count`-th largest are sorted: a vocabulary is long, a list of the
    likeliest is short.
    """
    if count is None or count >= len(values):
        return np.argsort(-values, kind="stable")
    if count < 1:
        return np.empty(0, dtype=np.intp)
    least = np.partition(values, -count)[-count]
    candidates = np.flatnonzero(~(values < least))  # so written, NaN is not lost
    return candidates[np.argsort(-values[candidates], kind="stable")[:count]]


def peak(values: Num[Array, "..."]) -> tuple[int, ...]:
    """Where the largest number of an array is, on each of its axes."""
    return tuple(map(int, np.unravel_index(values.argmax(), values.shape)))
