"""Cosines at vectors worked by hand, and nearest rows against a plain search."""

import numpy as np
import pytest

from transformer.similarity import cosines, nearest, unit


def test_cosines_worked_by_hand():
    # (3, 4) and (4, 3): 24 / (5 * 5). (3, 4) and (-4, 3) are perpendicular, (3, 4) and (-6, -8) opposite.
    found = cosines(np.array([[3.0, 4.0]]), np.array([[4.0, 3.0], [-4.0, 3.0], [-6.0, -8.0]]))
    np.testing.assert_allclose(found, [[0.96, 0.0, -1.0]], atol=1e-12)


def test_a_vector_of_zeros_has_no_direction():
    np.testing.assert_array_equal(unit(np.zeros((2, 3))), np.zeros((2, 3)))


def test_nearest_is_what_sorting_all_cosines_gives():
    vectors = unit(np.random.default_rng(0).normal(size=(31, 7)))
    ids, values = nearest(vectors, [4, 4, 19], 5)
    for row, id in enumerate([4, 4, 19]):
        others = sorted((other for other in range(31) if other != id), key=lambda other: -vectors[id] @ vectors[other])
        assert ids[row].tolist() == others[:5]
        np.testing.assert_allclose(values[row], vectors[others[:5]] @ vectors[id])


@pytest.mark.parametrize("count", [0, 3])
def test_more_neighbours_than_there_are_is_refused(count):
    with pytest.raises(ValueError, match="at most 2 others"):
        nearest(np.eye(3), [0], count)
