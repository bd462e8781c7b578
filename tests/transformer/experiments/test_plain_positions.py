"""A position as one plain number: it grows without bound, or a step depends on the length of the text."""

import math

import numpy as np
import pytest

from transformer.experiments.plain_positions import as_share, counted


def test_counting_grows_with_the_place_and_a_share_ends_at_one() -> None:
    numbers = counted(128, 192)
    np.testing.assert_allclose(np.linalg.norm(numbers, axis=1), [place * math.sqrt(192) for place in range(128)])
    np.testing.assert_allclose(as_share(128, 192) * 127, numbers)
    assert not as_share(1, 192).any()
    assert as_share(8, 4)[3, 0] == pytest.approx(3 / 7)
