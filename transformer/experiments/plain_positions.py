"""A position told as one plain number, added to every dimension, to be held against the waves."""

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array


def counted(n_positions: int, d_model: int) -> Float[Array, "pos d_model"]:
    """0, 1, 2, ... in every dimension: position p is a vector p sqrt(d_model) long, all of them in one direction."""
    return np.repeat(np.arange(n_positions, dtype=np.float64)[:, None], d_model, axis=1)


def as_share(n_positions: int, d_model: int) -> Float[Array, "pos d_model"]:
    """Count positions as shares, from 0 for the first to 1 for the last: the encoding depends on the text’s length."""
    return counted(n_positions, d_model) / max(n_positions - 1, 1)
