"""The picture of a form shows all its singular values, and where its rank ends."""

import numpy as np
import pytest

from figures.attention import singular_values_bar
from figures.theme import palette


@pytest.mark.parametrize("ground", ["light", "dark"])
def test_bars_are_the_singular_values_and_a_line_marks_the_rank(ground) -> None:
    values = np.array([3.0, 2.0, 1.0, 0.0, 0.0])
    figure = singular_values_bar(values, 3, palette(ground))
    np.testing.assert_array_equal(figure.data[0].y, values)
    np.testing.assert_array_equal(figure.data[0].x, [1, 2, 3, 4, 5])
    assert figure.layout.shapes[0].x0 == 3.5
