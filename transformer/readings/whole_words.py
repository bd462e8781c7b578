"""Whole words under a causal mask: how much of its attention each gives to each."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from transformer.words import Word


def between_words(pattern: Float[Array, "*head query key"], words: Sequence[Word]) -> Float[Array, "*head word word"]:
    """How much of its attention each word gives to each; rows still sum to one.

    A word looks when it is complete, so its row is that of its last token, and the weights on the tokens of one word
    are added.
    """
    rows = pattern[..., [word.tokens[-1] for word in words], :]
    return np.add.reduceat(rows, [word.tokens[0] for word in words], axis=-1)
