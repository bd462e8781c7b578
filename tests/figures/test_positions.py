"""The heatmap of the position encoding holds its numbers."""

import numpy as np

from figures.positions import encoding_heatmap
from figures.theme import palette

COLOURS = palette("light")
ENCODED = np.random.default_rng(0).uniform(-1, 1, size=(11, 6))


def test_the_heatmap_is_the_array_with_position_0_at_the_top():
    figure = encoding_heatmap(ENCODED, colours=COLOURS)
    np.testing.assert_array_equal(figure.data[0].z, ENCODED)
    assert tuple(figure.layout.yaxis.range) == (10.5, -0.5)
    assert (figure.data[0].zmin, figure.data[0].zmax) == (-1, 1)


def test_the_heatmap_of_learned_rows_has_colours_for_their_size_and_no_line_without_a_sentence():
    rows = np.random.default_rng(0).standard_normal((7, 5))
    figure = encoding_heatmap(rows, extent=3.0, colours=palette("dark"))
    assert (figure.data[0].zmin, figure.data[0].zmax) == (-3.0, 3.0)
    assert not figure.layout.shapes
