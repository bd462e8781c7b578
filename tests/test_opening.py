"""The sentence that the app opens with: two heads look at "bear", and its next word hinges on one of them."""

import itertools

import pytest

from headlight.reading import reader
from transformer import Intervention, LanguageModel, Trace

WORDS = ["The", "girl", "stepped", "into", "bear", "country", "and", "helped", "the"]
BEAR, COUNTRY, LAST = 4, 5, 8


@pytest.fixture(scope="module")
def trace(model: LanguageModel) -> Trace:
    return model.trace(reader.EXAMPLE)


def next_words(model: LanguageModel, *silenced: tuple[int, int]) -> dict[str, float]:
    """Return what comes next, by its text, with heads silenced that are counted from 1."""
    heads = frozenset((layer - 1, head - 1) for layer, head in silenced)
    row = model.trace(reader.EXAMPLE, Intervention(silenced=heads)).probabilities[-1]
    return {model.tokenizer.text_of(int(token)): float(row[token]) for token in row.argsort()[::-1][:3]}


def test_each_word_is_one_token(trace: Trace) -> None:
    assert [token.text.strip() for token in trace.tokens] == WORDS


def test_country_looks_at_bear_and_no_head_makes_it_look_more(trace: Trace) -> None:
    weights = trace.patterns[:, :, COUNTRY, BEAR]
    assert weights[2, 0] == weights.max() == pytest.approx(0.731, abs=0.001)


def test_the_last_word_looks_at_bear_in_the_head_that_decides(trace: Trace) -> None:
    assert trace.layers[5].pattern[4, LAST, BEAR] == pytest.approx(0.932, abs=0.001)


def test_without_that_head_another_word_comes_next(model: LanguageModel) -> None:
    assert next(iter(next_words(model).items())) == (" bear", pytest.approx(0.813, abs=0.001))
    without = next_words(model, (6, 5))
    assert next(iter(without.items())) == (" boy", pytest.approx(0.368, abs=0.001))
    assert without[" bear"] == pytest.approx(0.054, abs=0.001)


def test_no_other_head_takes_the_word_away_so_far(model: LanguageModel) -> None:
    left = {head: next_words(model, head).get(" bear", 0) for head in itertools.product(range(1, 7), range(1, 7))}
    assert min(left, key=lambda head: left[head]) == (6, 5)
    assert sorted(left.values())[1] > 0.2
