"""Attention between words: weights on the tokens of a word are added, rows still sum to one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from transformer.tokenizer import Token
from transformer.words import Word, between_words, goes_on


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


@pytest.mark.parametrize(
    ("texts", "whole"),
    [
        (["h", "iker", " didn", "'t", " go", "."], [0, 1, 0, 1, 0, 0]),
        (["hike", "##r", "."], [0, 1, 0]),  # as encoders mark them
    ],
)
def test_a_piece_goes_on_with_the_word_before_it(texts: list[str], whole: list[int]) -> None:
    ends = np.cumsum([len(text.removeprefix("##")) for text in texts]).tolist()
    tokens = [Token(text, 0, start, end) for text, start, end in zip(texts, [0, *ends], ends, strict=False)]
    assert [goes_on(tokens, place) for place in range(len(tokens))] == [*map(bool, whole)]


def test_words_with_a_blank_between_them_are_two_though_their_tokens_leave_it_out() -> None:
    assert not goes_on([Token("bear", 0, 0, 4), Token("country", 0, 5, 12)], 1)
