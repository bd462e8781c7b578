"""The parallelogram of three vectors: its corners keep their distances, and a fourth vector is measured from it."""

import numpy as np
import pytest

from transformer.experiments.parallelogram import parallelogram


def test_corners_and_the_fourth_vector_keep_their_distances() -> None:
    first, minus, plus, expected = np.random.default_rng(3).normal(size=(4, 7)).astype(np.float32)
    found = parallelogram(first, minus, plus, expected)
    for (one, other), (here, there) in zip(
        ((minus, first), (minus, plus), (first, plus)), ((0, 1), (0, 2), (1, 2)), strict=True
    ):
        apart = np.linalg.norm(found.points[here] - found.points[there])
        assert apart == pytest.approx(np.linalg.norm(one - other), rel=1e-6)
    np.testing.assert_allclose(found.total, found.points[1] + found.points[2], atol=1e-12)
    assert found.away == pytest.approx(np.linalg.norm(first - minus + plus - expected), rel=1e-6)
    within = np.linalg.norm(found.total - found.expected)
    assert np.hypot(within, found.outside) == pytest.approx(found.away, rel=1e-9)


def test_three_on_one_line_leave_one_direction() -> None:
    at = np.eye(3)[0]
    found = parallelogram(2 * at, 0 * at, 3 * at, np.eye(3)[1])
    np.testing.assert_allclose(found.points, [[0, 0], [2, 0], [3, 0]])
    assert found.outside == 1 and found.away == pytest.approx(np.hypot(5, 1))
