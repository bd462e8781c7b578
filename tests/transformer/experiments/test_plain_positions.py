"""A position as one plain number: it grows without bound, points one way, and knows no distance."""

import math

import numpy as np
import pytest

from transformer.experiments.plain_positions import against, as_share, counted, mean_cosine
from transformer.readings.waves import encoding


def test_counting_grows_with_the_place_and_a_share_ends_at_one() -> None:
    numbers = counted(128, 192)
    np.testing.assert_allclose(np.linalg.norm(numbers, axis=1), [place * math.sqrt(192) for place in range(128)])
    np.testing.assert_allclose(as_share(128, 192) * 127, numbers)
    assert not as_share(1, 192).any()
    assert as_share(8, 4)[3, 0] == pytest.approx(3 / 7)


def test_the_mean_cosine_is_over_pairs_of_different_rows() -> None:
    rows = np.random.default_rng(0).normal(size=(5, 7))
    pairs = [
        rows[one] @ rows[other] / math.sqrt((rows[one] @ rows[one]) * (rows[other] @ rows[other]))
        for one in range(5)
        for other in range(one)
    ]
    assert mean_cosine(rows) == pytest.approx(np.mean(pairs))
    assert math.isnan(mean_cosine(rows[:1]))


def test_of_waves_the_position_itself_is_nearest_and_of_numbers_the_last() -> None:
    waves = against(encoding(128, 192).astype(np.float64), 64)
    assert waves.argmax() == 64 and waves[64] == pytest.approx(1)
    np.testing.assert_allclose(waves[64 - 30 : 64], waves[65 : 65 + 30][::-1], rtol=1e-4)
    np.testing.assert_allclose(against(counted(128, 192), 64), np.arange(128) / 64)
