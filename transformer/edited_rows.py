"""Rows of attention set by hand: one weight moved while its row makes room."""

from collections.abc import Mapping

import numpy as np
from jaxtyping import Bool, Float
from numpy import ndarray as Array

from transformer.edits import row
from transformer.intervention import Intervention


def with_rows(change: Intervention, layer: int, head: int, rows: Mapping[int, Float[Array, " key"]]) -> Intervention:
    """The change with these rows of a head's pattern, by their queries, in place of what it says of them."""
    return change.with_edits(*(row(layer, head, query, weights) for query, weights in rows.items()))


def with_weight(
    row: Float[Array, " key"], keys: int | list[int], weight: float, seen: Bool[Array, " key"] | None = None
) -> Float[Array, " key"]:
    """The row with this weight on a key, or on several together, and the others in their old proportion: it sums to 1.

    Where the others had no weight at all, what is left is shared by those of them that are `seen` (all, without it).
    Where there are none to make room, the row stays as it was.

    Raises:
        ValueError: the weight is not from 0 to 1.
    """
    if not 0 <= weight <= 1:
        raise ValueError(f"a weight is from 0 to 1, got {weight}")
    mask = np.zeros(len(row), dtype=bool)
    mask[keys] = True
    edited = np.asarray(row, dtype=np.float64).copy()
    others = np.where(mask, 0, edited)
    if others.sum() == 0:
        others = (~mask if seen is None else seen & ~mask).astype(np.float64)
    if others.sum() == 0:
        return edited
    before = edited[mask]
    of_chosen = before / before.sum() if before.sum() > 0 else np.full(len(before), 1 / len(before))
    edited[mask] = weight * of_chosen
    edited[~mask] = (1 - weight) * others[~mask] / others.sum()
    return edited


def moved_stream(
    before: Float[Array, "layer pos d_model"], after: Float[Array, "layer pos d_model"]
) -> Float[Array, "layer pos"]:
    """How far the residual stream has moved, |after - before| / |before|: 0 where nothing has changed."""
    lengths = np.linalg.norm(before.astype(np.float64), axis=-1)
    distances = np.linalg.norm(after.astype(np.float64) - before, axis=-1)
    return np.divide(distances, lengths, out=np.zeros_like(distances), where=lengths > 0)
