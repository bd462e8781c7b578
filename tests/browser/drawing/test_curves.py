"""Curves: their colours can be told apart, and a place is chosen past their end."""

import colorsys
import re

import numpy as np
import pytest

from headlight.pictures import Screen
from headlight.pictures.quantities import STYLES
from tests.browser.drawing.colours import PALETTES, rgb
from tests.browser.drawing.glass import BOTH_GROUNDS, all_of

OVER = np.array([0.0, 1.0, 2.0, 4.0, 8.0])
TITLES = {"axes": ("steps", "loss"), "alt": "The loss."}


def test_before_a_run_there_is_one_value_and_all_its_axis(draw) -> None:
    given = {"x_range": (0.0, 20.0), "marks": {}, "offer": "Click: guess", "on_place": print, **TITLES}
    glass = draw(Screen.curves, {"loss": OVER[:1]}, over=OVER[:1], **given)
    assert glass.press("ArrowRight", "ArrowRight", "Enter") == [2]


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
