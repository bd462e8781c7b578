"""The largest of many numbers, in their order."""

import numpy as np
from jaxtyping import Int, Num
from numpy import ndarray as Array

_BLOCK = 64  # numbers whose maximum stands for them


def largest(values: Num[Array, " n"], count: int | None = None) -> Int[Array, " place"]:
    """Places of the `count` largest numbers, the largest first; of equal ones the earlier. All without a count.

    Of many numbers only those are sorted that reach the `count`-th largest of the maxima of blocks, which is no more
    than the `count`-th of all: a vocabulary is long, a list of the likeliest is short.
    """
    if count is None or count >= len(values):
        return np.argsort(-values, kind="stable")
    if count < 1:
        return np.empty(0, dtype=np.intp)
    blocks = len(values) // _BLOCK
    maxima = values[: blocks * _BLOCK].reshape(blocks, _BLOCK).max(axis=1) if count <= blocks else values
    least = np.partition(maxima, -count)[-count]
    candidates = np.flatnonzero(~(values < least))  # so written, NaN is not lost
    return candidates[np.argsort(-values[candidates], kind="stable")[:count]]


def peak(values: Num[Array, "..."]) -> tuple[int, ...]:
    """Where the largest number of an array is, on each of its axes."""
    return tuple(map(int, np.unravel_index(values.argmax(), values.shape)))
