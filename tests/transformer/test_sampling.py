"""From logits to a next word: what temperature, top-k and top-p promise for all logits."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from transformer.sampling import Sampling, draw, next_token, top_k, top_p
from transformer.softmax import softmax

TEXT = "The cat sat on the"
logits = arrays(np.float32, st.integers(1, 23), elements=st.floats(-30, 30, width=32))
temperatures = st.floats(0.1, 3)
counts = st.one_of(st.none(), st.integers(1, 30))
shares = st.floats(0.05, 1)


@given(logits, temperatures, counts, shares)
def test_what_is_kept_sums_to_one_and_what_is_cut_is_zero(values, temperature, count, share):
    step = next_token(values, Sampling(temperature, count, share))
    np.testing.assert_allclose(step.final.sum(), 1)
    assert not step.final[~(step.in_top_k & step.in_top_p)].any()
    assert (step.final >= step.probabilities * (step.final > 0) - 1e-12).all()
    assert step.final[values.argmax()] == step.final.max()


@given(logits, temperatures)
def test_temperature_divides_and_keeps_the_order(values, temperature):
    step = next_token(values, Sampling(temperature))
    assert step.logits is values and step.tempered.dtype == np.float64
    np.testing.assert_allclose(step.tempered, values.astype(np.float64) / temperature)
    np.testing.assert_allclose(step.probabilities, softmax(step.tempered))
    in_order = step.probabilities[np.argsort(values, kind="stable")]
    assert (np.diff(in_order) >= 0).all()
    np.testing.assert_allclose(step.final, step.probabilities)


@given(logits, counts)
def test_top_k_keeps_k_and_none_that_is_less_likely_than_one_it_cuts(values, count):
    chances = softmax(values)
    kept = top_k(chances, count)
    assert kept.sum() == min(len(values), len(values) if count is None else count)
    assert kept.all() or chances[kept].min() >= chances[~kept].max()


@given(logits, shares)
def test_top_p_keeps_the_smallest_set_that_reaches_p(values, share):
    chances = softmax(values)
    kept = top_p(chances, share)
    assert chances[kept].sum() >= share - 1e-12
    if share < 1:
        assert chances[kept].sum() - chances[kept].min() < share + 1e-12  # without its least likely it falls short
    assert kept.all() or chances[kept].min() >= chances[~kept].max()


def test_equally_likely_tokens_are_kept_in_the_order_of_their_ids():
    even = np.full(4, 0.25)
    np.testing.assert_array_equal(top_k(even, 2), [True, True, False, False])
    np.testing.assert_array_equal(top_p(even, 0.5), [True, True, False, False])
    np.testing.assert_array_equal(top_p(even, 0.51), [True, True, True, False])


def test_top_p_is_taken_of_what_top_k_left():
    values = np.log(np.array([0.4, 0.3, 0.2, 0.1]))
    step = next_token(values, Sampling(top_k=2, top_p=0.55))  # of the two the first has 4/7, which reaches 0.55
    np.testing.assert_array_equal(step.in_top_k, [True, True, False, False])
    np.testing.assert_allclose(step.final, [1, 0, 0, 0])


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ({"temperature": 0.0}, "temperature must be above 0, got 0.0; take GREEDY for the most likely token alone"),
        ({"temperature": float("nan")}, "temperature must be above 0"),
        ({"top_k": 0}, "top_k must be 1 or more"),
        ({"top_p": 0.0}, "top_p must be above 0"),
        ({"top_p": 1.1}, "at most 1"),
    ],
)
def test_numbers_out_of_range_are_refused(numbers, message):
    with pytest.raises(ValueError, match=message):
        Sampling(**numbers)


@given(logits, st.integers(0, 9999), st.text())
def test_the_same_seed_after_the_same_text_draws_the_same_token(values, seed, text):
    final = next_token(values, Sampling(top_k=3)).final
    first = draw(final, seed=seed, text=text)
    assert draw(final, seed=seed, text=text) == first
    assert final[first] > 0


def test_draws_come_as_often_as_their_probabilities_say():
    chances = np.array([0.5, 0.3, 0.2])
    drawn = [draw(chances, seed=seed, text=TEXT) for seed in range(4000)]
    np.testing.assert_allclose(np.bincount(drawn) / 4000, chances, atol=0.04)
