"""The neighbours in a window, against lists written by hand."""

import pytest

from transformer.experiments.windows import neighbours


@pytest.mark.parametrize(
    ("centre", "size", "expected"),
    [(0, 1, [1]), (2, 1, [1, 3]), (2, 7, [0, 1, 3, 4]), (4, 2, [2, 3]), (1, 2, [0, 2, 3])],
)
def test_neighbours_stand_at_most_size_away_and_inside_the_sentence(centre, size, expected):
    assert neighbours(5, centre, size) == expected


def test_a_word_alone_has_no_neighbours():
    assert neighbours(1, 0, 3) == []
