"""Upright bars: each as tall as its number on the axis beside it, in its place and its colour, with the running sum."""

import numpy as np
import pytest

from headlight.pictures import Screen
from tests.browser.drawing.axes import number, y_of
from tests.browser.drawing.colours import PALETTES, assert_colour, rgb
from tests.browser.drawing.glass import BOTH_GROUNDS, all_of

WORDS = ["ant", "bee", "cat", "dog", "eel"]
BEFORE = np.array([0.75, -1.5, 2.25, 0.25, 3.0])
AFTER = np.array([-0.5, 1.25, 2.75, -2.0, 1.5])
TITLES = {"axes": ("token", "added"), "alt": "What was added."}


def assert_bar(image, x: float, y, value: float, colour, what) -> None:
    """From zero to the value the column of pixels has the colour; just beyond both ends it has not."""
    assert_colour(image[round((y(0) + y(value)) / 2), round(x)], colour, what)
    for end, away in ((y(value), np.sign(value)), (y(0), -np.sign(value))):
        assert_colour(image[round(end + 3 * away), round(x)], colour, what)
        beyond = image[round(end - 4 * away), round(x)]
        assert beyond[3] < 255 or np.abs(beyond[:3] - colour).max() > 40, (what, "ends where its number does")


@BOTH_GROUNDS
def test_two_series_stand_side_by_side_each_in_its_colour(draw, ground: str) -> None:
    glass = draw(
        Screen.column_chart, {"before": BEFORE, "after": AFTER}, labels=WORDS, quantity="loss", **TITLES, ground=ground
    )
    image, y = glass.image(), y_of(glass)
    step = glass.text("bee")["x"] - glass.text("ant")["x"]
    for place, word in enumerate(WORDS):
        x = glass.text(word)["x"]
        top, bottom = sorted((round(y(0)), round(y(BEFORE[place]))))
        edge = round(x - 0.35 * step)
        around = image[top + 3 : bottom - 3, edge - 1 : edge + 3]
        near = np.abs(around[..., :3] - rgb(PALETTES[ground]["before"])).max(axis=2) < 40
        dashes = (near & (around[..., 3] > 150)).any(axis=1)
        assert dashes.any() and not dashes.all(), ("before is dashed", word)
        assert (image[(top + bottom) // 2, round(x - 0.17 * step), 3] == 0) or abs(BEFORE[place]) < 0.3, "and hollow"
        assert_bar(image, x + 0.17 * step, y, AFTER[place], rgb(PALETTES[ground]["loss"]), ("after", word))
    legend = all_of(glass, ".legend span", "[e.textContent, getComputedStyle(e.querySelector('i')).color]")
    shades = [PALETTES[ground][name] for name in ("before", "loss")]
    assert legend == [
        [name, f"rgb({', '.join(map(str, rgb(shade)))})"]
        for name, shade in zip(("before", "after"), shades, strict=True)
    ]


def test_a_limit_is_a_dashed_line_at_its_height_with_its_name_over_it(draw) -> None:
    glass = draw(Screen.column_chart, {"added": AFTER}, labels=WORDS, limit=("a blind guess", 4.0), **TITLES)
    y, name = y_of(glass), glass.text("a blind guess: 4")
    row = glass.image()[round(y(4.0)), round(glass.text("ant")["x"]) : round(glass.text("eel")["x"])].astype(int)
    away = np.abs(row[:, :3] - rgb(PALETTES["light"]["soft"])).max(axis=1)
    assert 0.3 < np.mean((away < 60) & (row[:, 3] > 128)) < 0.8, "dashes of five pixels and gaps of four"
    assert 0 < abs(y(4.0) - name["y"]) < 20
    assert "a blind guess: 4" not in glass.page.locator(".legend").inner_text()


@pytest.mark.parametrize("size", [1e-3, 0.4, 30.0, 7e4])
def test_no_two_ticks_read_the_same(draw, size: float) -> None:
    glass = draw(Screen.column_chart, {"value": np.array([0.2, -0.9, 1.0]) * size}, labels=["0", "1", "2"], **TITLES)
    ticks = [text["text"] for text in glass.texts if text["align"] == "right" and text["turned"] == 0]
    assert 3 <= len(ticks) == len(set(ticks)) <= 8
    y, image = y_of(glass), glass.image()  # and each stands where it says, with a line across
    for tick in ticks:
        row = round(y(number(tick)))
        assert (image[row, 90:, :3] == rgb(PALETTES["light"]["line"])).all(axis=1).sum() > 60, tick


def test_numbers_below_zero_alone_use_the_whole_height(draw) -> None:
    glass = draw(
        Screen.column_chart,
        {"value": np.array([-0.02, -0.05, -0.03])},
        labels=["0", "1", "2"],
        quantity="signed",
        **TITLES,
    )
    y = y_of(glass)
    assert y(-0.05) - y(0) > 150
    assert_bar(glass.image(), glass.text("1")["x"], y, -0.05, rgb(PALETTES["light"]["negative"]), "the longest")
