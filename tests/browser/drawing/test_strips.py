"""Strips of vectors: each number's colour at its array, token and dimension."""

import numpy as np
import pytest

from headlight.pictures import Screen
from tests.browser.drawing.colours import PALETTES, assert_colour, diverging, rgb
from tests.browser.drawing.glass import BOTH_GROUNDS, type_of

TOKENS = ["ant", "bee", "<cat>"]
FIRST, SECOND = np.random.default_rng(8).standard_normal((2, 3, 7))


def two(draw, **named):
    given = {"tokens": TOKENS, "alt": "Two arrays.", "height": 60, "extent": 2.5, "places": [11, 12, 13]}
    return draw(Screen.strips, {"embedding": FIRST, "+ position": SECOND}, **{**given, **named})


def cell(glass, name: str, token: int, dimension: int, width: int = 700) -> tuple[float, float]:
    """The middle of a number's cell: under its strip's name, beside its token's label."""
    label = glass.text(name)
    beside = next(text for text in glass.texts if text["text"] == TOKENS[token] and text["y"] > label["y"])
    assert beside["align"] == "right" and beside["x"] < label["x"]
    return label["x"] + (dimension + 0.5) * (width - label["x"]) / 7, beside["y"]


@BOTH_GROUNDS
def test_queries_keys_and_values_have_a_hue_each(draw, ground: str) -> None:
    named = {name: np.array([[1.0, -1.0]]) for name in ("queries", "keys", "values", "context")}
    glass = draw(Screen.strips, named, tokens=["ant"], alt="V.", height=60, extent=1.0, width=320, ground=ground)
    image, palette = glass.image(), PALETTES[ground]
    hues = {"queries": palette["query"], "keys": palette["key"], "values": palette["value"]}
    for name in named:
        y = round(glass.text(name)["y"]) + 30
        drawn = [pixel[:3] for pixel in image[y, :] if pixel[3] == 255]
        high, low = (hues[name], palette["soft"]) if name in hues else (palette["positive"], palette["negative"])
        for colour in (high, low):
            assert min(np.abs(pixel - rgb(colour)).max() for pixel in drawn) <= 3, (name, colour)


def test_the_deepest_colour_is_twice_the_usual_size_of_a_number(draw) -> None:
    glass = two(draw, extent=None)
    size = 2 * np.sqrt(np.mean(np.stack([FIRST, SECOND]) ** 2))
    assert glass.hover(300, glass.text("+ position")["y"]) == []  # between the strips
    x, y = cell(glass, "embedding", 0, 3)
    assert_colour(glass.image()[round(y), round(x)], diverging(FIRST[0, 3], size, "light"))
    glass = two(draw)  # and its scale goes from the lowest number to the highest
    for name, value, beside in (("−2.5", -2.5, 4), ("+2.5", 2.5, -5)):
        assert_colour(glass.image()[9, round(glass.text(name)["x"]) + beside], diverging(value, 2.5, "light"))


def test_a_strip_keeps_its_height_while_a_text_grows_and_labels_what_it_can(draw) -> None:
    sizes, labelled = [], []
    for count in (1, 3, 16, 41):
        many, names = np.random.default_rng(1).standard_normal((count, 7)), [f"t{place}" for place in range(count)]
        glass = draw(Screen.strips, {"memory": many}, tokens=names, alt="Tall.", height=144)
        sizes.append(glass.size[1])
        labelled.append(sum(text["text"] in names for text in glass.texts))
    assert set(sizes) == {164} and labelled == [1, 3, 8, 10]


def test_rows_that_are_positions_are_named_in_easy_type_whole_and_once(draw) -> None:
    names = [f"position {place}" for place in range(64)]
    glass = draw(Screen.strips, {"encoding": np.zeros((64, 7))}, tokens=names, alt="All.", height=330, extent=1.0)
    beside = [text for text in glass.texts if text["text"] in names]
    sizes = {type_of(text) for text in beside}
    assert len(beside) > 20 and min(sizes) >= 11
    assert all(text["y"] + max(sizes) / 2 <= glass.size[1] + 1 for text in beside)
    assert glass.hover(300, beside[3]["y"])[0] == beside[3]["text"]


@pytest.mark.parametrize(("width", "left"), [(700, 96), (390, 0)])
def test_a_single_vector_has_its_name_beside_it_and_on_a_phone_above_it(draw, width: int, left: int) -> None:
    glass = draw(
        Screen.strips,
        {"final": FIRST[:1], "row": FIRST[1:2]},
        tokens=["ant"],
        alt="One.",
        height=24,
        extent=2.5,
        width=width,
    )
    assert "ant" not in glass.words()
    image = glass.image()
    for name, values in (("final", FIRST[0]), ("row", FIRST[1])):
        label = glass.text(name)
        y = label["y"] + (0 if left else 22)
        for dimension, value in enumerate(values):
            x = left + (dimension + 0.5) * (width - left) / 7
            assert_colour(image[round(y), round(x)], diverging(value, 2.5, "light"), (name, dimension))


def test_a_long_name_is_whole_on_a_phone_beside_the_legend(draw) -> None:
    named = {"context = weights × X": FIRST, "X": SECOND}
    glass = draw(Screen.strips, named, tokens=TOKENS, alt="Two arrays.", height=90, extent=2.5, width=358)
    long, legend = glass.text("context = weights × X"), glass.text("−2.5")
    assert long["x"] + long["width"] < legend["x"] - legend["width"]
