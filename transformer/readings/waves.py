"""The sinusoidal encoding seen as waves: its pairs of dimensions, their wavelengths, and its dot products."""

import numpy as np
import torch
from jaxtyping import Float
from numpy import ndarray as Array

from transformer.positions import frequencies, sinusoidal


def encoding(n_positions: int, d_model: int) -> Float[Array, "pos d_model"]:
    """The encoding of positions 0, 1, 2, ... as the model adds it."""
    return sinusoidal(torch.arange(n_positions), d_model).numpy()


def wavelengths(d_model: int) -> Float[Array, " pair"]:
    """2 pi 10000^(2i / d_model): after how many positions pair i of dimensions repeats."""
    return 2 * np.pi / frequencies(d_model).numpy()


def by_distance(encoded: Float[Array, "pos d_model"]) -> tuple[Float[Array, " distance"], float]:
    """PE(p) . PE(p + k) for k = 0, 1, 2, ..., as the mean over all p, and how far any p is from that mean."""
    products = encoded.astype(np.float64) @ encoded.T.astype(np.float64)
    diagonals = [products.diagonal(distance) for distance in range(len(encoded))]
    means = np.array([diagonal.mean() for diagonal in diagonals])
    off = max(float(np.abs(diagonal - mean).max()) for diagonal, mean in zip(diagonals, means, strict=True))
    return means, off
