"""Curves: each passes through its values on both axes, linear or logarithmic, in its colour and kind."""

import colorsys
import itertools
import re

import numpy as np
import pytest

from headlight.pictures import Screen
from headlight.pictures.quantities import STYLES
from tests.browser.drawing.axes import x_of, y_of
from tests.browser.drawing.colours import PALETTES, rgb
from tests.browser.drawing.glass import BOTH_GROUNDS, all_of

OVER = np.array([0.0, 1.0, 2.0, 4.0, 8.0])
TITLES = {"axes": ("steps", "loss"), "alt": "The loss."}


def shade(ground: str, place: int) -> list[int]:
    palette = PALETTES[ground]
    names = ["d_model", "d_head", "vocab"]
    return rgb([palette["accent"], *(palette["dimensions"][name] for name in names), palette["soft"]][place])


def passes(image, x: float, y: float, colour) -> bool:
    """Is there a pixel of the colour at the place?"""
    around = image[max(0, round(y) - 1) : round(y) + 2, round(x) - 1 : round(x) + 2].reshape(-1, 4)
    return bool(((np.abs(around[:, :3] - colour).max(axis=1) < 45) & (around[:, 3] > 200)).any())


def test_logarithmic_axes_have_powers_of_ten_as_ticks(draw) -> None:
    over, values = np.array([1.0, 10.0, 100.0, 1000.0]), np.array([1e-6, 1e-2, 1e-3, 1.0])
    glass = draw(Screen.curves, {"gradient": values}, over=over, logarithmic="xy", **TITLES)
    assert {"10⁻⁶", "10⁻⁵", "0.0001", "0.01", "1"} <= set(glass.words())
    below = [text["text"] for text in glass.texts if text["align"] == "center" and text["turned"] == 0]
    assert below == ["1", "10", "100", "1000", "steps"]
    image, x, y = glass.image(), x_of(glass, ["1", "10", "100"], True), y_of(glass, True)
    for at, value in zip(over, values, strict=True):
        assert passes(image, x(at), y(value), shade("light", 0)), at
    assert glass.hover(x(90), 50) == ["steps 100", "gradient 0.001"]


def test_points_and_dashes_and_gaps(draw) -> None:
    named = {
        "fit": np.array([0.0, 1, 2, 4, 8]),
        "measured": np.array([1.0, 0, 3, 3, 6]),
        "holed": np.array([8.0, 8, np.nan, 8, 8]),
    }
    glass = draw(Screen.curves, named, over=OVER, points=["measured"], dashed=["fit"], **TITLES)
    image, x, y = glass.image(), x_of(glass, ["0", "2", "4", "6", "8"]), y_of(glass)
    for at, value in zip(OVER, named["measured"], strict=True):
        assert passes(image, x(at), y(value), shade("light", 0))
        assert passes(image, x(at) + 3, y(value), shade("light", 0)), "a dot, not a line's width"
    assert not passes(image, x(3), y(3), shade("light", 0)), "points are not joined"
    along = [passes(image, x(at), y(at), shade("light", 4)) for at in np.linspace(4.2, 7.8, 60)]
    assert 0.3 < np.mean(along) < 0.9, "dashes have gaps"
    assert passes(image, x(0.5), y(8), shade("light", 1)) and passes(image, x(6), y(8), shade("light", 1))
    assert not passes(image, x(2), y(8), shade("light", 1)), "nothing is drawn where there is no number"
    kinds = all_of(glass, ".legend i", "[e.className, e.parentElement.textContent]")
    assert kinds == [["dashed", "fit"], ["points", "measured"], ["line", "holed"]]
    assert glass.hover(x(2), 60) == ["steps 2", "fit 2", "measured 3"]


def test_symbols_are_set_as_symbols_in_the_legend_and_below_the_axis(draw) -> None:
    titles = {**TITLES, "axes": ("d_k", "variance")}
    glass = draw(Screen.curves, {"variance = d_k": OVER, "measured": OVER}, over=OVER, **titles)
    assert {"d", "k"} <= {*glass.words()} and "d_k" not in glass.words()
    assert glass.page.locator(".legend sub").all_text_contents() == ["k"]


def test_the_present_place_is_marked_on_the_curve_itself(draw) -> None:
    values = np.array([3.0, 1.0, 4.0, 1.5, 5.0])
    glass = draw(Screen.curves, {"loss": values}, over=OVER, at=3.6, **TITLES)
    image, x, y = glass.image(), x_of(glass, ["0", "2", "4", "6", "8"]), y_of(glass)
    assert passes(image, x(4) + 4, y(1.5), shade("light", 0)), "a dot at the nearest value"
    assert not passes(image, x(2) + 4, y(4) - 2, shade("light", 0))
    column = image[:, round(x(3.6)) - 1 : round(x(3.6)) + 2]
    assert (column[..., 3] > 0).any(axis=1).sum() > 60, "a dotted rule"
    glass.press("ArrowRight")
    assert glass.card() == ["steps 8", "loss 5"]
    glass.press("ArrowLeft", "ArrowLeft")
    assert glass.card() == ["steps 2", "loss 4"]


def test_labels_of_the_x_axis_do_not_overlap(draw) -> None:
    glass = draw(Screen.curves, {"loss": OVER}, over=OVER, x_ticks=np.linspace(0, 8, 33).tolist(), **TITLES, width=330)
    below = [
        text for text in glass.texts if text["align"] == "center" and text["turned"] == 0 and text["text"] != "steps"
    ]
    for one, other in itertools.pairwise(below):
        assert one["x"] + one["width"] / 2 < other["x"] - other["width"] / 2
    assert all(text["x"] + text["width"] / 2 <= 330.5 for text in below)


def test_places_that_are_marked_have_a_rule_and_a_name_each_and_names_make_room(draw) -> None:
    given = {"over": OVER, "x_range": (0.0, 20.0), "height": 200, **TITLES}
    glass = draw(Screen.curves, {"loss": OVER}, marks={"guess": 16.0}, **given)
    image, x = glass.image(), x_of(glass, ["0", "5", "10", "15", "20"])
    rule = image[:, round(x(16)) - 1 : round(x(16)) + 2, 3]
    assert 0.3 < (rule > 0).any(axis=1).mean() < 0.7, "dashed, from top to bottom"
    name = glass.text("guess 16")
    assert name["x"] + name["width"] / 2 == pytest.approx(x(16), abs=1)
    assert (image[3:17, round(name["x"]) - 2, 3] == 255).all(), "its name is on a flag"
    glass = draw(Screen.curves, {"loss": OVER}, marks={"guess": 19.9, "learned": 19.0}, **given)
    learned, guess = glass.text("learned 19"), glass.text("guess 19.9")
    assert learned["x"] + learned["width"] < guess["x"] and guess["x"] + guess["width"] <= glass.size[0] + 0.5


def test_a_place_is_chosen_by_a_click_past_the_end_too_or_by_enter(draw) -> None:
    given = {"x_range": (0.0, 20.0), "marks": {}, "offer": "Click: guess", "on_place": print, **TITLES}
    glass = draw(Screen.curves, {"loss": OVER}, over=OVER, **given)
    x = x_of(glass, ["0", "5", "10", "15", "20"])
    assert glass.hover(x(16.2), 60) == ["steps 16", "Click: guess"]
    assert glass.click(x(16.2), 60) == [16] and glass.click(x(3.9), 60) == [4]
    assert glass.card() == ["steps 4", "loss 4", "Click: guess"]
    assert glass.press("ArrowRight", "Enter") == [8]
    assert glass.press("ArrowLeft", "ArrowLeft", "ArrowLeft", "Enter") == [1]
    glass = draw(Screen.curves, {"loss": OVER[:1]}, over=OVER[:1], **given)
    assert glass.press("ArrowRight", "ArrowRight", "Enter") == [2], "before a run there is one value, and all its axis"


@BOTH_GROUNDS
@pytest.mark.parametrize("quantity", [None, *STYLES])
def test_no_two_curves_of_a_picture_have_one_colour(draw, quantity, ground: str) -> None:
    named = {name: OVER / 8 for name in ("one", "two", "three", "compared")}
    glass = draw(Screen.curves, named, over=OVER, dashed=["compared"], quantity=quantity, **TITLES, ground=ground)
    shades = all_of(glass, ".legend i", "getComputedStyle(e).color")
    kinds = all_of(glass, ".legend i", "e.className + getComputedStyle(e).color")
    assert len({*kinds}) == 4 and len({*shades[:3]}) == 3
    grey = f"rgb({', '.join(map(str, rgb(PALETTES[ground]['soft'])))})"
    if quantity not in ("share", "length", "number"):
        assert shades[3] == grey and grey not in shades[:3], "what they are compared with is grey"
        one, two = ([int(part) / 255 for part in re.findall(r"\d+", shade)] for shade in shades[:2])
        apart = abs(colorsys.rgb_to_hsv(*one)[0] - colorsys.rgb_to_hsv(*two)[0])
        assert 0.1 < apart < 0.9 or quantity == "probability", "two blues are not told apart, ink is"
