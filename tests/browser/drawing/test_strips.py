"""Strips of vectors: their height, and the names of their rows and of themselves."""

import numpy as np

from headlight.pictures import Screen
from tests.browser.drawing.glass import type_of

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


def test_a_long_name_is_whole_on_a_phone_beside_the_legend(draw) -> None:
    named = {"context = weights × X": FIRST, "X": SECOND}
    glass = draw(Screen.strips, named, tokens=TOKENS, alt="Two arrays.", height=90, extent=2.5, width=358)
    long, legend = glass.text("context = weights × X"), glass.text("−2.5")
    assert long["x"] + long["width"] < legend["x"] - legend["width"]
