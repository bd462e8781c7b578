"""The pictures of the position encoding hold its numbers."""

import numpy as np

from figures.positions import encoding_heatmap, encoding_waves, products_by_distance
from figures.theme import palette

COLOURS = palette("light")
ENCODED = np.random.default_rng(0).uniform(-1, 1, size=(11, 6))


def test_the_heatmap_is_the_array_with_position_0_at_the_top():
    figure = encoding_heatmap(ENCODED, colours=COLOURS)
    np.testing.assert_array_equal(figure.data[0].z, ENCODED)
    assert tuple(figure.layout.yaxis.range) == (10.5, -0.5)
    assert (figure.data[0].zmin, figure.data[0].zmax) == (-1, 1)


def test_the_waves_are_two_columns_of_the_array_for_each_pair():
    lengths = [6.28, 31.4, 1234.5]
    figure = encoding_waves(ENCODED, pairs=[0, 2], wavelengths=lengths, colours=COLOURS)
    for wave, dimension in zip(figure.data, [0, 1, 4, 5], strict=True):
        np.testing.assert_array_equal(wave.y, ENCODED[:, dimension])
    assert [wave.name for wave in figure.data] == ["sin", "cos"] * 2
    titles = [annotation.text for annotation in figure.layout.annotations]
    assert titles[1] == "dimensions 4 and 5: one wave is 1,234.5 positions long"


def test_the_products_are_drawn_over_the_distance():
    curve = products_by_distance(ENCODED[:, 0], colours=COLOURS).data[0]
    np.testing.assert_array_equal(curve.y, ENCODED[:, 0])
    assert list(curve.x) == list(range(11))


def test_the_heatmap_of_learned_rows_has_colours_for_their_size_and_no_line_without_a_sentence():
    rows = np.random.default_rng(0).standard_normal((7, 5))
    figure = encoding_heatmap(rows, extent=3.0, colours=palette("dark"))
    assert (figure.data[0].zmin, figure.data[0].zmax) == (-3.0, 3.0)
    assert not figure.layout.shapes
