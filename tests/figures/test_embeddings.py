"""The projection shows the points it was given, under their names, in two and in three dimensions."""

import numpy as np
import pytest

from figures.embeddings import projection_scatter
from figures.theme import palette

POINTS, BESIDE = np.arange(6.0).reshape(2, 3), -np.arange(9.0).reshape(3, 3)


def drawn(n_dimensions, labels=("bear", "<b>x</b>"), points=POINTS):
    """The figure of some points."""
    return projection_scatter(
        points[:, :n_dimensions],
        BESIDE[:, :n_dimensions],
        labels=labels,
        beside_labels=["a", "b", "c"],
        shares=[0.25, 0.125, 0.0625],
        colours=palette("light"),
    )


@pytest.mark.parametrize("n_dimensions", [2, 3])
def test_the_points_are_those_given(n_dimensions):
    beside, sentence = drawn(n_dimensions).data
    for axis, name in enumerate("xyz"[:n_dimensions]):
        np.testing.assert_array_equal(sentence[name], POINTS[:, axis])
        np.testing.assert_array_equal(beside[name], BESIDE[:, axis])
    assert sentence.type == ("scatter" if n_dimensions == 2 else "scatter3d")


def test_names_are_written_and_not_read_as_markup():
    assert list(drawn(2).data[1].text) == ["bear", "&lt;b&gt;x&lt;/b&gt;"]


def test_the_axes_say_their_share_of_the_variance():
    assert drawn(2).layout.yaxis.title.text == "direction 2: 12.5% of the variance"
    assert drawn(3).layout.scene.zaxis.title.text == "direction 3: 6.2% of the variance"


def test_distances_are_the_same_in_both_directions():
    assert drawn(2).layout.yaxis.scaleanchor == "x"
    assert drawn(3).layout.scene.aspectmode == "data"


def test_many_tokens_are_named_on_hover_only():
    figure = drawn(2, labels=["bear"] * 41, points=np.zeros((41, 3)))
    assert [group.mode for group in figure.data] == ["markers", "markers"]
    assert drawn(2).data[0].mode == "markers+text"
