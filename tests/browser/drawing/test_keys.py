"""Each key that a picture says it has is pressed, with its opposite: the description of a picture is what is asked."""

import re
from collections.abc import Callable

import numpy as np
import pytest

from headlight.pictures import Screen
from tests.browser.drawing.colours import PALETTES, rgb
from tests.browser.drawing.glass import KEY, Glass
from tests.pictures.caught import caught, in_values
from tests.sampled import sampled

MANY = [f"w{place}" for place in range(60)]
WIDER = [f"k{place}" for place in range(90)]
CHANCE = np.random.default_rng(7)
SQUARE, WIDE = np.tril(CHANCE.random((4, 60, 60))), CHANCE.random((60, 90))
ALT = "Many numbers."
ABOUT = {"tokens": MANY, "alt": ALT, "key": KEY}


def matrix(screen: Screen, **named) -> None:
    given = {"rows": MANY, "columns": WIDER, "noun": "weight", "on_cell": print, **named}
    screen.matrix(WIDE, alt=ALT, key=KEY, **in_values(Screen.matrix, given))


def wall(screen: Screen, **named) -> None:
    hidden = np.triu(np.ones((60, 60), dtype=bool), 1)
    look = {"names": [["", ""]] * 2, "hidden": hidden, "tokens": MANY, "selected": (0, 1), **named}
    screen.head_grid(SQUARE.reshape(2, 2, 60, 60), key=KEY, on_head=print, **look)


def layer(screen: Screen, **named) -> None:
    about = {
        "names": ["", "", "", ""],
        "silenced": [],
        "hidden": np.broadcast_to(np.triu(np.ones((60, 60), bool), 1), SQUARE.shape),
    }
    screen.layer_heads(SQUARE, on_head=print, **about, **ABOUT, **named)


def lines(screen: Screen) -> None:
    screen.lines(SQUARE[:1], **ABOUT)


def strips(screen: Screen) -> None:
    screen.strips({"embedded": WIDE - 0.5}, **ABOUT)


TURNED = {"transposed": True}
PICTURES: dict[str, tuple[Callable[..., None], dict, int]] = {
    "a matrix": (matrix, {}, 700),
    "a matrix, turned": (matrix, TURNED, 700),
    "all heads": (wall, {}, 200),
    "all heads, turned": (wall, TURNED, 200),
    "a layer": (layer, {}, 700),
    "a layer, turned": (layer, TURNED, 700),
    "lines": (lines, {}, 700),
    "strips": (strips, {}, 700),
}


AS_A_MATRIX = ("all heads, turned", "a layer, turned")  # and their keys are among what is written down of them


def seen(glass: Glass) -> list[tuple[int, int]]:
    """The first and the last row that are seen, and where it is said the columns; nothing where all are."""
    said = " ".join(glass.page.locator(".zoom span").all_text_contents())
    ranges = re.findall(r"(\d+) to (\d+) of|\((\d+)\) to \S+ \((\d+)\)", said)
    return [tuple(int(number) for number in each if number) for each in ranges]


def press(glass: Glass, *keys: str) -> list[tuple[int, int]]:
    glass.press(*keys)
    return seen(glass)


def on_map(glass: Glass) -> tuple[float, float]:
    """The middle of the frame on the map, which stands in the first corner."""
    corner = glass.image()[:112, :112, :3]
    down, right = np.nonzero(np.abs(corner - rgb(PALETTES["light"]["accent"])).max(axis=2) < 8)
    return float(right.min() + right.max() + 1) / 2, float(down.min() + down.max() + 1) / 2


@pytest.mark.parametrize("name", [name for name in PICTURES if "matrix" in name])
def test_a_click_on_the_map_leads_there(glass: Glass, name: str) -> None:
    draw, named, width = PICTURES[name]
    glass.show(caught(draw, **named), width=width)
    glass.press(*"++++++")
    for point in ((10, 12), (15, 16)):
        glass.click(*point)
        glass.page.mouse.move(0, 890)
        glass.frames()
        assert on_map(glass) == pytest.approx(point, abs=2)


def picture(glass: Glass) -> str:
    return glass.canvas.evaluate("canvas => canvas.toDataURL()")


@pytest.mark.parametrize("name", sampled(PICTURES, [name for name in PICTURES if name not in AS_A_MATRIX]))
def test_keys_and_buttons_that_zoom_have_their_opposites_and_each_arrow_its_own_way(glass: Glass, name: str) -> None:
    draw, named, width = PICTURES[name]
    glass.show(caught(draw, **named), width=width)
    label = glass.canvas.get_attribute("aria-label") or ""
    assert label.endswith(" + and − zoom, 0 shows all, Shift and an arrow moves."), label
    closer, farther, every = (glass.page.locator(".zoom button").nth(place) for place in range(3))
    glass.canvas.focus()
    whole = picture(glass)
    ways = ("+", 1, "-"), ("=", 1, "-"), ("+", 2, "0"), (closer, 1, farther), (closer, 2, every)
    for goes_in, times, goes_out in ways:
        for step in (*[goes_in] * times, goes_out):
            press(glass, step) if isinstance(step, str) else step.click()
            if step is goes_in:
                assert seen(glass), (goes_in, "is closer")
        glass.canvas.focus()
        glass.page.keyboard.press("Escape")
        assert not seen(glass) and picture(glass) == whole, (goes_in, goes_out)
    near = press(glass, "+", "+")
    from_afar = press(glass, "-")
    assert all(last - first < until - start for (first, last), (start, until) in zip(near, from_afar, strict=True))
    assert press(glass, "+") == near
    corner = press(glass, *["Shift+ArrowUp", "Shift+ArrowLeft"] * 6)
    for axis, (onwards, back) in enumerate((("Down", "Up"), ("Right", "Left"))[: len(corner)]):
        moved = press(glass, f"Shift+Arrow{onwards}")
        assert moved[axis][0] > corner[axis][0] and moved[axis][1] > corner[axis][1], onwards
        assert moved[1 - axis :][:1] == corner[1 - axis :][:1] or len(corner) == 1, "the other side stays"
        assert press(glass, f"Shift+Arrow{back}") == corner, back
        assert press(glass, f"Shift+Arrow{back}") == corner, "there is no further"
        end = press(glass, *[f"Shift+Arrow{onwards}"] * 6)
        assert press(glass, f"Shift+Arrow{onwards}") == end, "nor there"
        glass.press(*[f"Shift+Arrow{back}"] * 6)
