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


def test_three_strips_are_as_much_lower_in_a_low_window_as_the_last_needs_to_be_seen(draw, glass) -> None:
    glass.window(640, 900)  # higher than wide: no room to end with the window
    named = {"tokens": TOKENS, "alt": "Three arrays.", "height": 112}
    high = draw(Screen.strips, {name: FIRST for name in ("a", "b", "c")}, width=600, **named).size[1]
    low = []
    for window in (400, 320):
        glass.window(640, window)  # and the picture is the one that stands there
        low.append(glass.size[1])
    assert high - 3 * 0.2 * 112 < low[0] < 400 < high, "it ends with the window"
    assert high - low[1] == pytest.approx(3 * 0.2 * 112, abs=1), "and is no lower than that"


def test_presented_strips_share_the_screen_with_names_that_can_be_read(draw, glass) -> None:
    glass.style(least="14px")
    glass.window(608, 280)
    words = [f"word{place}" for place in range(8)]
    values = np.zeros((8, 7))
    drawn = draw(Screen.strips, {name: values for name in "abc"}, tokens=words, alt="Three.", height=112, width=608)
    assert drawn.size[1] <= 280
    beside = [text for text in drawn.texts if text["text"] in words]
    assert min(type_of(text) for text in beside) >= 14
    assert min(gap for gap in np.diff([text["y"] for text in beside]) if gap > 0) >= 0.9 * 14


def test_a_name_on_a_slide_is_whole_beside_a_narrow_strip(draw, glass) -> None:
    glass.style(least="18.7px")
    shown = draw(Screen.strips, {"mix": np.ones((2, 32))}, tokens=["0.93 × bear", "= the"], alt="A.", width=280)
    assert {"0.93 × bear", "= the"} <= set(shown.words())


def test_the_end_of_the_scale_is_whole_in_the_large_type_of_a_slide(draw, glass) -> None:
    glass.style(least="28px")
    end = two(draw, extent=1.94).text("+1.9")
    assert end["x"] + end["width"] <= 700 - 28, "it ends before the menu of the picture"


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
