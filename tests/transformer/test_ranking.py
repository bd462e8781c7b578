"""The largest numbers against Python's own sorting, equal ones and infinities included."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from transformer.ranking import largest, peak

numbers = st.lists(st.sampled_from([-np.inf, -2.0, -1.0, 0.0, 0.5, 3.0]), min_size=1, max_size=23)


@given(numbers)
def test_the_largest_come_first_and_of_equal_ones_the_earlier(values):
    expected = sorted(range(len(values)), key=lambda place: (-values[place], place))
    for count in (None, *range(1, len(values) + 2)):
        assert largest(np.array(values), count).tolist() == expected[:count]


@pytest.mark.parametrize("kind", [np.float32, np.float64, np.int64])
def test_of_a_vocabulary_as_of_a_few(kind):
    values = np.random.default_rng(0).integers(0, 3000, 8200).astype(kind)  # with equal ones, and a rest after blocks
    values[[63, 8199]] = 3000, 3001
    for count in (1, 5, 128, 129, 8199):
        assert largest(values, count).tolist() == np.argsort(-values, kind="stable")[:count].tolist()


def test_none_asked_none_found():
    assert largest(np.arange(3.0), 0).shape == (0,)


def test_as_many_are_found_where_nothing_is_a_number():
    assert largest(np.full(3, np.nan), 2).tolist() == [0, 1]


def test_the_largest_number_of_an_array_is_found_on_each_of_its_axes():
    values = np.random.default_rng(1).permutation(210).reshape(5, 6, 7)
    at = peak(values)
    assert values[at] == 209 and all(type(place) is int for place in at)
