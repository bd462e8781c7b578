"""A pattern without some of its tokens, or between whole words: what is left of it, whose rows still sum to one."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from jaxtyping import Bool, Float, Shaped
from numpy import ndarray as Array

from transformer.trace import Trace
from transformer.words import Word, merge_to_words, words_of


def without(pattern: Float[Array, "*head query key"], keys: Collection[int]) -> Float[Array, "*head query key"]:
    """Take these keys out of a pattern and make each row sum to 1 again.

    Rows that had nothing else stay 0. Many heads of large models rest on the first token, or on [SEP], when they have
    nothing to say (Xiao et al. 2023, section 3.1: attention sinks; Clark et al. 2019, section 3.2), and their pictures
    are of that alone.

    Raises:
        IndexError: if there is no such key.
    """
    rest = pattern.copy()
    rest[..., list(keys)] = 0
    sums = rest.sum(axis=-1, keepdims=True)
    return np.divide(rest, sums, where=sums > 0, out=np.zeros_like(rest))


def pooled(pattern: Shaped[Array, "*head query key"], block: int) -> Shaped[Array, "*head rows columns"]:
    """The largest weight of each block of so many queries and keys, so that no strong look is lost.

    Rows no longer sum to one. Of a mask: whether any cell of the block is True.
    """
    rows = np.maximum.reduceat(pattern, np.arange(0, pattern.shape[-2], block), axis=-2)
    return np.maximum.reduceat(rows, np.arange(0, pattern.shape[-1], block), axis=-1)


def farthest_from_zero(effects: Float[Array, "*head query key"], block: int) -> Float[Array, "*head rows columns"]:
    """Reduce each block of signed numbers to the one that is farthest from 0, with its sign."""
    above, below = pooled(effects, block), -pooled(-effects, block)
    return np.where(above >= -below, above, below)


@dataclass(frozen=True, eq=False)
class Reduced:
    """How the patterns of a trace are reduced: the keys that are left out, and whether pieces are merged to words."""

    trace: Trace
    left_out: tuple[int, ...] = ()  # places of tokens
    whole_words: bool = False

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """The words of the text, each with its tokens; where they are not merged every token is its own."""
        if self.whole_words:
            return words_of(self.trace.text, self.trace.tokens)
        return tuple(
            Word(token.text, token.start, token.end, (position,)) for position, token in enumerate(self.trace.tokens)
        )

    @property
    def labels(self) -> tuple[str, ...]:
        """Return the labels of rows and columns."""
        shown = self.trace.words
        return tuple(shown[word.tokens[0]] if len(word.tokens) == 1 else word.text for word in self.words)

    def of(self, pattern: Float[Array, "*head query key"]) -> Float[Array, "*head word word"]:
        """A pattern of the trace, reduced; each row sums to 1, or is 0 where all that it had is left out."""
        if self.left_out:
            pattern = without(pattern, self.left_out)
        return merge_to_words(pattern, self.words, self.words) if self.whole_words else pattern

    def hidden(self, hidden: Bool[Array, "query key"]) -> Bool[Array, "word word"]:
        """Cells in which nothing can be: a mask hides all of their tokens, or they are left out."""
        hidden = hidden.copy()
        hidden[:, list(self.left_out)] = True
        first = [word.tokens[0] for word in self.words]
        return np.logical_and.reduceat(np.logical_and.reduceat(hidden, first, axis=0), first, axis=1)

    def cell(self, query: int, key: int) -> tuple[int, int]:
        """The cell that two tokens are in."""
        word_of = {token: number for number, word in enumerate(self.words) for token in word.tokens}
        return word_of[query], word_of[key]

    def tokens(self, pattern: Float[Array, "query key"], cell: tuple[int, int]) -> tuple[int, int]:
        """The two tokens that a cell stands for: the last of the word that looks, and the one that it looks at most."""
        query = self.words[cell[0]].tokens[-1]
        return query, max(self.words[cell[1]].tokens, key=lambda key: pattern[query, key])
