"""The best fixed mixing is what a solver finds, and what it misses of a real head is what the lesson says."""

import numpy as np
import pytest

from headlight.pages.why_attention.dense import MOST, sentences
from tests.transformer.conftest import SENTENCES
from transformer import load
from transformer.experiments.mixing import (
    heads_on,
    least_squares_mixer,
    mean_mixer,
    unexplained,
    unexplained_by_head,
)

TEXT, POS, WIDTH = 5, 7, 3


@pytest.fixture
def random():
    return np.random.default_rng(3)


@pytest.fixture(scope="module")
def story():
    return load("story")


@pytest.fixture(scope="module")
def heads(story):
    return heads_on(story, sentences(), MOST)


def test_each_row_is_the_least_squares_solution(random):
    values, context = random.normal(size=(2, TEXT, POS, WIDTH))
    found = least_squares_mixer(values, context)
    for row in range(POS):
        equations = values[:, : row + 1].transpose(0, 2, 1).reshape(-1, row + 1)
        expected = np.linalg.lstsq(equations, context[:, row].reshape(-1), rcond=None)[0]
        np.testing.assert_allclose(found[row, : row + 1], expected, rtol=0, atol=1e-9)
        assert not found[row, row + 1 :].any()


def test_the_mean_mixer_keeps_rows_that_sum_to_one(heads):
    mean = mean_mixer(heads.pattern[2, 0])
    np.testing.assert_allclose(mean.sum(-1), 1, rtol=0, atol=1e-6)
    np.testing.assert_allclose(mean[3], heads.pattern[2, 0, :, 3].mean(0), rtol=0, atol=1e-6)


def test_unexplained_leaves_the_first_position_out():
    values = np.array([[1.0], [2.0], [3.0]])
    context = np.array([[9.0], [4.0], [3.0]])  # the second is 2 too large for a mixing of ones on the diagonal
    assert unexplained(np.eye(5), values, context) == pytest.approx(2**2 / (4**2 + 3**2))
    assert unexplained(np.eye(5), values[:1], context[:1]) == 0


def test_heads_on_texts_are_those_of_their_traces(make_language_model):
    model = make_language_model()
    several = heads_on(model, SENTENCES, 7)
    for text, sentence in enumerate(SENTENCES):
        for layer, stages in enumerate(model.trace(sentence).layers):
            np.testing.assert_allclose(several.pattern[layer, :, text], stages.pattern[:, :7, :7], rtol=0, atol=1e-5)
            np.testing.assert_allclose(several.values[layer, :, text], stages.values[:, :7], rtol=0, atol=1e-5)
            np.testing.assert_allclose(several.context[layer, :, text], stages.context[:, :7], rtol=0, atol=1e-5)


@pytest.mark.parametrize("texts", [(), ("bear",)])
def test_texts_that_are_too_short_are_refused(make_language_model, texts):
    with pytest.raises(ValueError, match="at least 11 tokens"):
        heads_on(make_language_model(), texts, 11)


def test_what_the_lesson_says_of_the_bundled_model(heads):
    missed = unexplained_by_head(heads)
    assert missed.argmin() == 2 and round(missed[0, 2], 2) == 0.02  # nearly a dense layer
    assert missed.argmax() == 2 * 6 + 2 and round(missed[2, 2], 2) == 0.70  # depends on the words
    assert 0.3 < missed[2, 0] < 0.45  # the head that looks from a noun at its modifier
    assert missed[2, 5] > 0.4  # the one that looks at the word before, which is no fixed matrix either
    rows = least_squares_mixer(heads.values[2, 0], heads.context[2, 0])
    assert all(rows[query].argmax() == query - 1 for query in range(8, MOST))  # "often the word before"
