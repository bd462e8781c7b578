"""A position told as one plain number, added to every dimension, to be held against the waves."""

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from transformer.similarity import cosines


def counted(n_positions: int, d_model: int) -> Float[Array, "pos d_model"]:
    """0, 1, 2, ... in every dimension: position p is a vector p sqrt(d_model) long, all of them in one direction."""
    return np.repeat(np.arange(n_positions, dtype=np.float64)[:, None], d_model, axis=1)


def as_share(n_positions: int, d_model: int) -> Float[Array, "pos d_model"]:
    """Count positions as shares, from 0 for the first to 1 for the last: the encoding depends on the text’s length."""
    return counted(n_positions, d_model) / max(n_positions - 1, 1)


def mean_cosine(vectors: Float[Array, "pos d_model"]) -> float:
    """Of each two different rows; NaN for a single one."""
    n = len(vectors)
    return float((cosines(vectors, vectors).sum() - n) / (n * (n - 1))) if n > 1 else float("nan")


def against(encoded: Float[Array, "pos d_model"], position: int) -> Float[Array, " pos"]:
    """The product of one position's encoding with each, in parts of its product with itself."""
    return encoded @ encoded[position] / (encoded[position] @ encoded[position])
