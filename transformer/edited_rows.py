"""Rows of attention set by hand, and how far the residual stream moves by them."""

from collections.abc import Mapping

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from transformer.edits import row
from transformer.intervention import Intervention


def with_rows(change: Intervention, layer: int, head: int, rows: Mapping[int, Float[Array, " key"]]) -> Intervention:
    """The change with these rows of a head's pattern, by their queries, in place of what it says of them."""
    return change.with_edits(*(row(layer, head, query, weights) for query, weights in rows.items()))


def without(row: Float[Array, " key"], keys: list[int]) -> Float[Array, " key"]:
    """The row with nothing on these keys, and the others in their old proportion: it sums to 1.

    Others that had no weight at all share it evenly. Where there are none to take it, the row stays as it was.
    """
    others = np.asarray(row, dtype=np.float64).copy()
    others[keys] = 0
    if not others.any():
        others[:] = 1
        others[keys] = 0
    return others / others.sum() if others.any() else np.asarray(row, dtype=np.float64)


def moved_stream(
    before: Float[Array, "layer pos d_model"], after: Float[Array, "layer pos d_model"]
) -> Float[Array, "layer pos"]:
    """How far the residual stream has moved, |after - before| / |before|: 0 where nothing has changed."""
    lengths = np.linalg.norm(before.astype(np.float64), axis=-1)
    distances = np.linalg.norm(after.astype(np.float64) - before, axis=-1)
    return np.divide(distances, lengths, out=np.zeros_like(distances), where=lengths > 0)
