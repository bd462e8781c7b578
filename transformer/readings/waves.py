"""The sinusoidal encoding seen as waves, and a position told as one plain number to be held against them."""

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


def counted(n_positions: int, d_model: int) -> Float[Array, "pos d_model"]:
    """0, 1, 2, ... in every dimension: position p is a vector p sqrt(d_model) long, all of them in one direction."""
    return np.repeat(np.arange(n_positions, dtype=np.float64)[:, None], d_model, axis=1)


def as_share(n_positions: int, d_model: int) -> Float[Array, "pos d_model"]:
    """Count positions as shares, from 0 for the first to 1 for the last: the encoding depends on the text’s length."""
    return counted(n_positions, d_model) / max(n_positions - 1, 1)
