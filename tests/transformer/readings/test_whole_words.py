"""Attention between words: weights on the tokens of a word are added, rows still sum to one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from transformer.readings.whole_words import between_words
from transformer.words import Word


@given(st.lists(st.integers(1, 3), min_size=1, max_size=7), st.integers(0, 9))
def test_the_row_of_a_word_is_its_last_tokens_with_weights_added(lengths: list[int], seed: int) -> None:
    ends = np.cumsum(lengths)
    words = [
        Word("w", 0, 1, tuple(range(end - length, end))) for end, length in zip(ends.tolist(), lengths, strict=True)
    ]
    count = int(ends[-1])
    pattern = np.random.default_rng(seed).random((2, count, count))
    pattern /= pattern.sum(-1, keepdims=True)
    found = between_words(pattern, words)
    np.testing.assert_allclose(found.sum(-1), 1)
    for query, looking in enumerate(words):
        for key, seen in enumerate(words):
            expected = sum(pattern[1, looking.tokens[-1], at] for at in seen.tokens)
            assert found[1, query, key] == pytest.approx(expected)
