"""Whole words under a causal mask: which tokens go on with one, and how much of its attention each gives to each."""

import re
from collections.abc import Sequence

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from transformer.tokenizer import Token
from transformer.words import Word

# A letter or a digit, or the second half of "didn't"; some encoders mark such pieces with ##.
_GOES_ON = re.compile(r"(##|['’])?[^\W_]")


def goes_on(tokens: Sequence[Token], place: int) -> bool:
    """Whether a token goes on with the word of the token before it."""
    if place == 0 or tokens[place - 1].end != tokens[place].start:
        return False
    return bool(_GOES_ON.match(tokens[place].text)) and tokens[place - 1].text[-1:].isalnum()


def between_words(pattern: Float[Array, "*head query key"], words: Sequence[Word]) -> Float[Array, "*head word word"]:
    """How much of its attention each word gives to each; rows still sum to one.

    A word looks when it is complete, so its row is that of its last token, and the weights on the tokens of one word
    are added.
    """
    return _on_words(pattern[..., [word.tokens[-1] for word in words], :], words)


def of_word(pattern: Float[Array, "*head query key"], words: Sequence[Word], place: int) -> Float[Array, "*head word"]:
    """One row of `between_words`: how much of its attention the word at a place gives to each."""
    return _on_words(pattern[..., words[place].tokens[-1], :], words)


def _on_words(weights: Float[Array, "*row key"], words: Sequence[Word]) -> Float[Array, "*row word"]:
    return np.add.reduceat(weights, [word.tokens[0] for word in words], axis=-1)
