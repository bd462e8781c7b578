"""Attention in NumPy on any vectors, and the example of four words small enough to be worked by hand."""

import re
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Shaped
from numpy import ndarray as Array

from transformer.softmax import softmax

WORDS = np.array([[1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 1]])
WIDTH = WORDS.shape[1]
SEED = 42
MOST_WORDS = 8
LARGEST = 1000.0  # in absolute value, of a number typed by hand


@dataclass(frozen=True, eq=False)
class HeadStages:
    """One head's stages from queries to context, without the model around it."""

    scores: Float[Array, "query key"]  # queries . keys
    scaled: Float[Array, "query key"]  # scores times the factor
    masked: Float[Array, "query key"]  # -inf where a query may not look
    pattern: Float[Array, "query key"]  # softmax of each row
    values: Shaped[Array, "key d_value"]
    context: Float[Array, "query d_value"]  # pattern @ values


def look(
    queries: Shaped[Array, "query d_head"],
    keys: Shaped[Array, "key d_head"],
    values: Shaped[Array, "key d_value"],
    *,
    factor: float = 1.0,
    causal: bool = False,
) -> HeadStages:
    """softmax(queries keys^T * factor) values (Vaswani et al. 2017, equation 1); `causal` hides what comes later."""
    scores = queries.astype(np.float64) @ keys.T
    scaled = scores * factor
    masked = np.where(np.tri(*scores.shape) > 0, scaled, -np.inf) if causal else scaled
    pattern = softmax(masked)
    return HeadStages(scores, scaled, masked, pattern, values, pattern @ values)


def beside(query: Shaped[Array, " width"], keys: Shaped[Array, "key width"]) -> Float[Array, "key 2"]:
    """Each key along the query and away from it: lengths, and angles to the query, are those of all dimensions."""
    query, keys = query.astype(np.float64), keys.astype(np.float64)
    length = np.linalg.norm(query)
    along = keys @ (query / length if length else np.eye(len(query))[0])
    return np.stack([along, np.sqrt(np.maximum((keys**2).sum(axis=1) - along**2, 0))], axis=1)


@dataclass(frozen=True, eq=False)
class Example:
    """A few words as rows of three numbers, and the three matrices that make queries, keys and values of them."""

    words: Float[Array, "word 3"]
    w_q: Float[Array, "3 3"]
    w_k: Float[Array, "3 3"]
    w_v: Float[Array, "3 3"]

    @property
    def queries(self) -> Float[Array, "word 3"]:
        """Compute the query of each word: the row of X times W_Q."""
        return self.words @ self.w_q

    @property
    def keys(self) -> Float[Array, "word 3"]:
        """Compute the key of each word: the row of X times W_K."""
        return self.words @ self.w_k

    @property
    def values(self) -> Float[Array, "word 3"]:
        """Compute the value of each word: the row of X times W_V."""
        return self.words @ self.w_v

    def look(self) -> HeadStages:
        """softmax(Q K^T / sqrt(3)) V, with every step on the way."""
        return look(self.queries, self.keys, self.values, factor=WIDTH**-0.5)

    def text(self) -> str:
        """All four matrices on one line: numbers apart by blanks, rows by semicolons, matrices by bars."""
        parts = (self.words, self.w_q, self.w_k, self.w_v)
        return " | ".join("; ".join(" ".join(f"{value:.6g}" for value in row) for row in part) for part in parts)


def drawn(seed: int, words: Shaped[Array, "word 3"] = WORDS) -> Example:
    """The example with W_Q, W_K and W_V drawn in this order: whole numbers from 0 to 2, as np.random.seed has them."""
    random = np.random.RandomState(seed)  # what np.random.seed sets up, without touching what others draw
    w_q, w_k, w_v = (random.randint(3, size=(WIDTH, WIDTH)).astype(np.float64) for _ in range(3))
    return Example(words.astype(np.float64), w_q, w_k, w_v)


def read(text: str) -> Example:
    """Read a text that `Example.text` wrote, or a reader.

    Raises:
        ValueError: if it is not 1 to 8 words of three numbers and three matrices of 3 x 3, none above 1000.
    """
    parts = [[re.split(r"[\s,]+", row.strip()) for row in part.strip().split(";")] for part in text.split("|")]
    if len(parts) != 4:
        raise ValueError(f"there must be 4 matrices with | between them, not {len(parts)}")
    try:
        arrays = [np.array(part, dtype=np.float64) for part in parts]
    except ValueError:
        raise ValueError("every row must be numbers, and as many as the other rows") from None
    if not all(np.isfinite(array).all() and np.abs(array).max() <= LARGEST for array in arrays):
        raise ValueError(f"every number must lie between −{LARGEST:.0f} and {LARGEST:.0f}")
    words, *matrices = arrays
    if words.shape[1] != WIDTH or len(words) > MOST_WORDS:
        raise ValueError(f"there must be 1 to {MOST_WORDS} words of {WIDTH} numbers")
    if any(matrix.shape != (WIDTH, WIDTH) for matrix in matrices):
        raise ValueError(f"the three matrices must be {WIDTH} by {WIDTH}")
    return Example(words, *matrices)
