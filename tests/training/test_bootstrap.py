"""Draws of sentences with replacement, and between what a score lies in 95 of 100 of them."""

import numpy as np
import pytest

from training.bootstrap import DRAWS, drawn, middle


def test_each_draw_has_as_many_sentences_and_each_sentence_comes_once_on_average() -> None:
    times = drawn(50)
    assert times.shape == (DRAWS, 50) and (times.sum(1) == 50).all() and times.min() == 0
    assert times.mean(0) == pytest.approx(np.ones(50), abs=0.15)
    np.testing.assert_array_equal(times, drawn(50))


def test_of_a_mean_the_middle_is_twice_its_standard_error_to_either_side() -> None:
    scores = np.random.default_rng(5).normal(10, 3, size=400)
    low, high = middle(drawn(400) @ scores / 400, 2)
    error = scores.std() / 400**0.5
    assert (low, high) == pytest.approx((scores.mean() - 1.96 * error, scores.mean() + 1.96 * error), abs=0.05)
    assert middle(np.arange(1001.0), 0) == (25, 975)
