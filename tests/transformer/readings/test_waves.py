"""The waves of the positional encoding: their lengths, and products that know only the distance."""

import numpy as np
import pytest

from transformer.readings.order import by_distance
from transformer.readings.waves import encoding, wavelengths


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
