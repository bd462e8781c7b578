"""Attention between whole words: tokens that make up one word are taken together."""

import re
from collections.abc import Sequence

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from transformer.tokenizer import Token

_GOES_ON = re.compile(r"['’]?[^\W_]")  # a letter or a digit, or the second half of "didn't"


def whole_words(tokens: Sequence[Token]) -> list[range]:
    """The places of the tokens of each word, in order: letters or digits not after a space go on with a word."""
    starts = [place for place in range(len(tokens)) if not goes_on(tokens, place)]
    return [range(start, end) for start, end in zip(starts, [*starts[1:], len(tokens)], strict=True)]


def goes_on(tokens: Sequence[Token], place: int) -> bool:
    """Whether a token goes on with the word of the token before it."""
    return place > 0 and bool(_GOES_ON.match(tokens[place].text)) and tokens[place - 1].text[-1:].isalnum()


def between_words(pattern: Float[Array, "*head query key"], words: Sequence[range]) -> Float[Array, "*head word word"]:
    """How much of its attention each word gives to each; rows still sum to one.

    A word looks when it is complete, so its row is that of its last token, and the weights on the tokens of one word
    are added.
    """
    ends = [word[-1] for word in words]
    return np.add.reduceat(pattern[..., ends, :], [word[0] for word in words], axis=-1)
