"""Patterns without some tokens and between whole words: their rows sum to one, and each cell is what it says."""

import numpy as np
import pytest

from transformer import load
from transformer.readings.reduced import Reduced, farthest_from_zero, pooled, without

TEXT = "The unbelievably shaggy bear couldn't sleep; prejudice!"


@pytest.fixture(scope="module")
def trace():
    return load("story").trace(TEXT)


@pytest.mark.parametrize("keys", [(0,), (0, 3), (2,)])
def test_without_some_keys_rows_are_whole_or_empty_and_in_proportion(trace, keys: tuple[int, ...]) -> None:
    for layer in trace.layers:
        rest, before = without(layer.pattern, keys), layer.pattern
        assert (rest[..., list(keys)] == 0).all()
        kept = [key for key in range(before.shape[-1]) if key not in keys]
        sums = before[..., kept].sum(-1, keepdims=True)
        np.testing.assert_allclose(rest.sum(-1), (sums[..., 0] > 0), rtol=1e-5)
        np.testing.assert_allclose(rest[..., kept] * sums, before[..., kept], atol=1e-6)
    with pytest.raises(IndexError):
        without(trace.layers[0].pattern, [len(trace.tokens)])


def test_words_sum_over_their_keys_and_average_over_their_queries(trace) -> None:
    whole = Reduced(trace, whole_words=True)
    assert len(whole.words) < len(trace.tokens)
    assert {"unbelievably", "couldn't", ";"} <= set(whole.labels)
    drawn = whole.of(trace.patterns)
    np.testing.assert_allclose(drawn.sum(-1), 1, atol=1e-5)
    for row, query in enumerate(whole.words):
        for column, key in enumerate(whole.words):
            cells = [sum(trace.layers[2].pattern[3, q, k] for k in key.tokens) for q in query.tokens]
            assert drawn[2, 3, row, column] == pytest.approx(sum(cells) / len(cells), abs=1e-6)


def test_both_at_once_leave_rows_whole_and_a_cell_is_hidden_where_all_of_its_tokens_are(trace) -> None:
    both = Reduced(trace, (0,), whole_words=True)
    drawn = both.of(trace.layers[1].pattern)
    assert (drawn[:, 0] == 0).all() and (drawn[..., 0] == 0).all()
    np.testing.assert_allclose(drawn[:, 1:].sum(-1), 1, atol=1e-5)
    hidden = both.hidden(np.isneginf(trace.layers[1].masked[0]))
    assert hidden[:, 0].all() and not np.diag(hidden)[1:].any()
    assert hidden[np.triu_indices(len(hidden), 1)].all()
    assert (drawn[:, hidden] == 0).all()
    word = both.words[1].tokens
    piece = Reduced(trace, word[:1], whole_words=True).hidden(np.isneginf(trace.layers[1].masked[0]))
    assert len(word) > 1 and not piece[-1].any(), "the rest of a word is seen"


def test_a_cell_of_words_and_its_tokens_find_each_other(trace) -> None:
    whole, pattern = Reduced(trace, whole_words=True), trace.layers[2].pattern[0]
    for row, query in enumerate(whole.words):
        for column, key in enumerate(whole.words[: row + 1]):
            looking, looked_at = whole.tokens(pattern, (row, column))
            assert looking == query.tokens[-1] and looked_at in key.tokens
            assert pattern[looking, looked_at] == max(pattern[looking, place] for place in key.tokens)
            assert whole.cell(looking, looked_at) == (row, column)


def test_a_block_has_its_largest_weight() -> None:
    pattern = np.random.default_rng(2).random((3, 7, 7))
    found = pooled(pattern, 3)
    assert found.shape == (3, 3, 3)
    for row, column in np.ndindex(3, 3):
        block = pattern[:, 3 * row : 3 * row + 3, 3 * column : 3 * column + 3]
        np.testing.assert_array_equal(found[:, row, column], block.max(axis=(1, 2)))
    np.testing.assert_array_equal(pooled(pattern, 1), pattern)


def test_of_numbers_with_a_sign_the_one_farthest_from_0_is_kept() -> None:
    effects = np.random.default_rng(2).standard_normal((3, 7, 7))
    found = farthest_from_zero(effects, 3)
    for head, row, column in np.ndindex(3, 3, 3):
        block = effects[head, 3 * row : 3 * row + 3, 3 * column : 3 * column + 3].ravel()
        assert found[head, row, column] == block[np.abs(block).argmax()]
    assert (found < 0).any() and (found > 0).any()
