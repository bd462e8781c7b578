"""How far a score of sentences depends on which were drawn: the bootstrap (Koehn 2004)."""

import numpy as np
from jaxtyping import Float, Int
from numpy import ndarray as Array

DRAWS = 1000


def drawn(n_sentences: int) -> Int[Array, "draw sentence"]:
    """How often each sentence is in each of the draws of as many, with replacement; always the same draws."""
    equal = np.full(n_sentences, 1 / n_sentences)
    return np.random.default_rng(2026).multinomial(n_sentences, equal, DRAWS)


def middle(scores: Float[Array, " draw"], decimals: int) -> tuple[float, float]:
    """Between what the score lies in 95 of 100 draws."""
    low, high = np.quantile(scores, (0.025, 0.975))
    return round(float(low), decimals), round(float(high), decimals)
