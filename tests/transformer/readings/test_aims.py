"""Where heads aim: all aims that exclude each other share a row, and what is left without the first token is a row."""

import numpy as np
import pytest

from transformer import Intervention, load
from transformer.readings.aims import AIMS, mean_weight, without_first

TEXT = "the bear and the bear and the fox"


@pytest.fixture(scope="module")
def trace():
    return load("story").trace(TEXT)


def test_the_tokens_of_the_text_are_seen_as_they_repeat(trace) -> None:
    ids = [token.id for token in trace.tokens]
    assert AIMS["what followed it earlier"](ids, ids.index(ids[-2], 1)) != []
    assert AIMS["the same token earlier"](["a", "b", "a", "a"], 3) == [0, 2]
    assert AIMS["what followed it earlier"](["a", "b", "a", "a"], 3) == [1, 3]
    assert [aim(["a", "b"], 0) for aim in AIMS.values()] == [[]] * 5


def test_a_head_that_looks_evenly_gives_each_aim_its_share_of_places() -> None:
    """Very hot, a row of n places has 1 / n on each."""
    even = load("story").trace(TEXT, Intervention(temperature=1e9))
    n = len(even.tokens)
    for aim in ("the first token", "the token before", "itself"):
        expected = np.mean([1 / (query + 1) for query in range(1, n)])
        np.testing.assert_allclose(mean_weight(even, aim), expected, rtol=1e-5)


def test_nothing_repeats_in_a_text_of_one_token() -> None:
    trace = load("story").trace("bear")
    for aim in AIMS:
        assert (mean_weight(trace, aim) == 0).all()


def test_without_the_first_token_rows_are_whole_or_empty(trace) -> None:
    for layer in trace.layers:
        rest = without_first(layer.pattern)
        assert (rest[:, :, 0] == 0).all() and (rest[:, 0] == 0).all()
        np.testing.assert_allclose(rest[:, 1:].sum(-1), 1, rtol=1e-5)
        np.testing.assert_allclose(
            rest[:, 1:, 1:] * layer.pattern[:, 1:, 1:].sum(-1, keepdims=True), layer.pattern[:, 1:, 1:], atol=1e-6
        )
