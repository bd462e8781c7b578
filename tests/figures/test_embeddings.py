"""The projection shows the points it was given, under their names, in space."""

from html import unescape

import numpy as np
import pytest

from headlight.figures.embeddings import projection_scatter
from headlight.figures.theme import palette

POINTS, BESIDE = np.arange(6.0).reshape(2, 3), -np.arange(9.0).reshape(3, 3)


def drawn(labels=("bear", "<b>x</b>"), points=POINTS, near=0, named=(0, 1)):
    """The figure of some points, framed around them and the first so many of those beside them."""
    return projection_scatter(
        points,
        BESIDE,
        framed=np.concatenate((points, BESIDE[:near])),
        labels=labels,
        beside_labels=["a", "b", "c"],
        named=named,
        shares=[0.25, 0.125, 0.0625],
        text="<b>x</b> " * 20,
        model="story",
        colours=palette("light"),
    )


def test_the_points_are_those_given():
    beside, sentence = drawn().data
    for axis, name in enumerate("xyz"):
        np.testing.assert_array_equal(sentence[name], POINTS[:, axis])
        np.testing.assert_array_equal(beside[name], BESIDE[:, axis])


def test_names_are_written_and_not_read_as_markup():
    sentence = drawn().data[1]
    assert list(sentence.hovertext) == ["bear", "&lt;b&gt;x&lt;/b&gt;"] and "%{hovertext}" in sentence.hovertemplate
    # Seen in Chromium: beside a point in space an escaped sign is written in full, and a tag is read.
    assert list(drawn().data[0].hovertext) == ["a", "b", "c"]
    assert [label.replace("\N{WORD JOINER}", "") for label in sentence.text] == ["bear", "<b>x</b>"]
    assert "<b" not in sentence.text[1] and "</" not in sentence.text[1]


def test_a_saved_picture_says_whose_points_they_are():
    (said,) = drawn().layout.annotations
    assert (
        said.text.startswith("“&lt;b&gt;x")
        and said.text.endswith("…” · Model: story")
        and len(unescape(said.text)) < 120
    )


def test_the_axes_say_their_share_of_the_variance_and_distances_are_kept():
    assert drawn().layout.scene.zaxis.title.text == "direction 3: 6.2% of the variance"
    assert drawn().layout.scene.aspectmode == "data"


def test_only_some_names_are_written_on_different_sides_of_their_points():
    beside, sentence = drawn(named=(1,)).data
    assert sentence.text[0] == "" and sentence.text[1] and sentence.hovertext[0] == "bear"
    assert all(beside.text) and len({*beside.textposition}) == 3


@pytest.mark.parametrize("near", [0, 2])
def test_what_is_framed_fills_the_frame_however_far_another_neighbour_lies(near):
    scene = drawn(near=near).layout.scene
    framed = np.concatenate((POINTS, BESIDE[:near]))
    room = 0.2 * np.ptp(framed, axis=0).max()
    for axis, name in enumerate("xyz"):
        low, high = scene[f"{name}axis"].range
        inside = framed[:, axis]
        assert inside.min() - room < low < inside.min() and inside.max() < high < inside.max() + room
    alone = drawn(labels=["bear"], points=POINTS[:1]).layout.scene
    assert alone.xaxis.range is None  # one point has no extent: its neighbours are the frame
