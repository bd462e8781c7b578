"""The sinusoidal encoding seen as waves: its pairs of dimensions and their wavelengths."""

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
