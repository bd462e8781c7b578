"""Tokens taken together as words: every token once, weights added, rows still sums of one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.awkward import AWKWARD
from transformer import load
from transformer.readings.whole_words import between_words, whole_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("bear country", ["bear", "country"]),
        ("prejudice", ["prejudice"]),  # two tokens
        ("The animal didn't cross.", ["The", "animal", "didn't", "cross", "."]),
        ("well-known 31415926535", ["well", "-", "known", "31415926535"]),
    ],
)
def test_the_words_of_a_text(text: str, words: list[str]) -> None:
    trace = load("story").trace(text)
    assert ["".join(trace.tokens[at].text for at in word).strip() for word in whole_words(trace.tokens)] == words


@pytest.mark.parametrize("text", [text for text in AWKWARD if text])
def test_every_token_is_in_one_word(text: str) -> None:
    trace = load("story").trace(text)
    assert [at for word in whole_words(trace.tokens) for at in word] == list(range(len(trace.tokens)))


@given(st.lists(st.integers(1, 3), min_size=1, max_size=7), st.integers(0, 9))
def test_the_row_of_a_word_is_its_last_tokens_with_weights_added(lengths: list[int], seed: int) -> None:
    ends = np.cumsum(lengths)
    words = [range(end - length, end) for end, length in zip(ends.tolist(), lengths, strict=True)]
    count = int(ends[-1])
    pattern = np.random.default_rng(seed).random((2, count, count))
    pattern /= pattern.sum(-1, keepdims=True)
    found = between_words(pattern, words)
    np.testing.assert_allclose(found.sum(-1), 1)
    for query, looking in enumerate(words):
        for key, seen in enumerate(words):
            expected = sum(pattern[1, looking[-1], at] for at in seen)
            assert found[1, query, key] == pytest.approx(expected)
