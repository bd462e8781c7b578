"""The waves of the positional encoding: their lengths, products that know only the distance; and plain numbers."""

import math

import numpy as np
import pytest

from transformer.readings.order import by_distance
from transformer.readings.waves import as_share, counted, encoding, wavelengths


def test_wavelengths_worked_by_hand():
    # Width 4: 2 pi * 10000^0 and 2 pi * 10000^(2/4).
    np.testing.assert_allclose(wavelengths(4), [2 * np.pi, 200 * np.pi], rtol=1e-6)


def test_the_product_of_two_positions_depends_on_their_distance_alone():
    waves = encoding(128, 192).astype(np.float64)
    products = by_distance(waves @ waves.T)
    assert products.spread < 1e-4
    assert products.mean[0] == pytest.approx(96)
    distance = np.arange(128)[:, None]
    expected = np.cos(distance / 10_000 ** (np.arange(0, 192, 2) / 192)).sum(axis=1)
    np.testing.assert_allclose(products.mean, expected, atol=1e-4)


def test_counting_grows_with_the_place_and_a_share_ends_at_one() -> None:
    numbers = counted(128, 192)
    np.testing.assert_allclose(np.linalg.norm(numbers, axis=1), [place * math.sqrt(192) for place in range(128)])
    np.testing.assert_allclose(as_share(128, 192) * 127, numbers)
    assert not as_share(1, 192).any()
    assert as_share(8, 4)[3, 0] == pytest.approx(3 / 7)
