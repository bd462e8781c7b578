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
    return _on_words(pattern[..., [word.tokens[-1] for word in words], :], words)


def of_word(pattern: Float[Array, "*head query key"], words: Sequence[Word], index: int) -> Float[Array, "*head word"]:
    """One row of `between_words`: how much of its attention the word at a place gives to each."""
    return _on_words(pattern[..., words[index].tokens[-1], :], words)


def _on_words(weights: Float[Array, "*row key"], words: Sequence[Word]) -> Float[Array, "*row word"]:
    return np.add.reduceat(weights, [word.tokens[0] for word in words], axis=-1)
