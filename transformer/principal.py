"""Principal components: the directions in which points differ most, and their shadow along these (Pearson 1901)."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array


@dataclass(frozen=True, eq=False)
class PCA:
    """Points along their directions of most variance."""

    places: Float[Array, "point direction"]  # (points - mean) @ directions^T
    directions: Float[Array, "direction width"]  # of length one, at right angles to each other
    shares: Float[Array, " direction"]  # of the whole variance, from 0 to 1; zeros where all points are the same


def principal_components(points: Float[Array, "point width"], n_directions: int) -> PCA:
    """The points seen along the `n_directions` in which they differ most, the first most of all.

    A direction has two ends. The one that counts as positive is that of the direction's largest number, in absolute
    value, so a picture of the same points is never mirrored.

    Raises:
        ValueError: if there are fewer points or dimensions than directions.
    """
    if not 1 <= n_directions <= min(points.shape):
        raise ValueError(f"{points.shape} points have 1 to {min(points.shape)} directions, got {n_directions}")
    centred = points.astype(np.float64) - points.mean(axis=0, dtype=np.float64)
    if len(points) < points.shape[1]:
        _, lengths, directions = np.linalg.svd(centred, full_matrices=False)  # the longest first
        variances = np.square(lengths)
    else:  # thousands of points are not decomposed themselves, but their width x width sums of products
        variances, vectors = np.linalg.eigh(centred.T @ centred)  # the least first
        variances, directions = variances[::-1].clip(min=0), vectors.T[::-1]
    directions = directions[:n_directions]
    ends = np.take_along_axis(directions, np.abs(directions).argmax(axis=1)[:, None], axis=1)
    directions = directions * np.sign(ends)
    whole = float(np.square(centred).sum())
    shares = variances[:n_directions] / whole if whole else np.zeros(n_directions)
    return PCA(centred @ directions.T, directions, shares)
