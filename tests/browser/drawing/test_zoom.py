"""A matrix of many cells: an overview that fits, is zoomed by keys, wheel, buttons and double click, and moved."""

import numpy as np
import pytest

from headlight.pictures import Screen
from tests.browser.drawing.colours import sequential
from tests.browser.drawing.glass import KEY, type_of
from tests.pictures.caught import caught

N = 128
NAMES = [f"w{place}" for place in range(N)]
CHANCE = np.random.default_rng(5)
WEIGHTS = np.tril(CHANCE.random((N, N)))
HIDDEN = np.triu(np.ones((N, N), dtype=bool), 1)
LONG = {"rows": NAMES, "columns": NAMES, "noun": "weight", "alt": "The weights.", "hidden": HIDDEN}
SELECTED = (90, 71)
WIDTHS = pytest.mark.parametrize("width", [358, 700, 1100])


def at(glass, cell) -> tuple[float, float]:
    """The middle of a cell, found by moving there with the arrow keys' own sense of where its names are."""
    beside = [text for text in glass.texts if text["align"] == "right" and text["text"] == f"w{cell[0]}"]
    above = [text for text in glass.texts if text["align"] != "right" and text["text"] == f"w{cell[1]}"]
    return above[-1]["x"], beside[-1]["y"]


def bar(glass) -> str:
    return glass.page.locator(".zoom span").inner_text()


def numbers(glass) -> list[str]:
    return [word for word in glass.words() if word[:2] in ("0.", "1.")]


@WIDTHS
def test_an_overview_shows_every_cell_and_its_names_do_not_overlap(draw, width: int) -> None:
    glass = draw(Screen.matrix, WEIGHTS, **LONG, width=width)
    assert glass.size[0] <= width
    beside = sorted(text["y"] for text in glass.texts if text["align"] == "right")
    assert len(beside) > 10 and min(np.diff(beside)) > 10
    above = sorted(text["x"] for text in glass.texts if text["turned"])
    assert len(above) > 6 and min(np.diff(above)) > 9
    assert not numbers(glass)
    assert glass.page.locator(".zoom").is_visible()


@WIDTHS
def test_the_chosen_cell_has_its_names_and_a_frame_in_the_overview(draw, width: int) -> None:
    glass = draw(Screen.matrix, WEIGHTS, **LONG, selected=SELECTED, width=width)
    x, y = at(glass, SELECTED)
    lit = {(text["text"], bool(text["turned"])) for text in glass.texts if text["ink"] == "#9e4f04"}
    assert lit == {("w90", False), ("w71", True)}
    around = glass.image()[round(y) - 6 : round(y) + 6, round(x) - 6 : round(x) + 6, :3].reshape(-1, 3)
    assert (around == [158, 79, 4]).all(axis=1).sum() > 10


def test_keys_zoom_around_the_chosen_cell_until_its_number_is_read_and_back(draw) -> None:
    glass = draw(Screen.matrix, WEIGHTS, **LONG, selected=SELECTED, width=700)
    before = glass.image()
    glass.press(*["+"] * 9)
    x, y = at(glass, SELECTED)
    written = glass.text(f"{WEIGHTS[SELECTED]:.2f}", last=True)
    found = [t for t in glass.texts if abs(t["x"] - x) < 2 and abs(t["y"] - y) < 3 and t["text"][:2] == "0."]
    assert found and found[0]["text"] == f"{WEIGHTS[SELECTED]:.2f}", written
    assert type_of(written) >= 11
    assert "Drag to move" in bar(glass) and "of 128" in bar(glass)
    inside = glass.image()[round(y) - 6 : round(y) + 7, round(x) - 17 : round(x) + 18, :3]
    wanted = sequential(WEIGHTS[SELECTED], "light")
    assert (np.abs(inside - wanted).max(axis=-1) <= 3).mean() > 0.3, "its colour is around its number"
    assert glass.press("0") == []
    glass.hover(2, 2)
    assert not numbers(glass)
    glass.page.mouse.move(0, 890)
    np.testing.assert_array_equal(glass.image(), before)


def test_a_double_click_goes_in_and_back_and_the_chosen_cell_stays(draw) -> None:
    glass = draw(Screen.matrix, WEIGHTS, **LONG, selected=SELECTED, on_cell=print)
    x, y = at(glass, SELECTED)
    box = glass.canvas.bounding_box()
    glass.page.mouse.dblclick(box["x"] + x, box["y"] + y)
    glass.chosen()
    glass.hover(x, y)
    assert numbers(glass) and glass.hover(x, y)[0] == "w90 → w71"
    glass.show(caught(Screen.matrix, WEIGHTS, key=KEY, **LONG, selected=(90, 72), on_cell=print), again=True)
    assert numbers(glass), "new data comes, and what is seen stays"
    glass.page.mouse.dblclick(box["x"] + x, box["y"] + y)
    glass.hover(x, y)
    assert not numbers(glass)


def test_dragging_moves_and_chooses_nothing(draw) -> None:
    glass = draw(Screen.matrix, WEIGHTS, **LONG, selected=SELECTED, on_cell=print)
    for _ in range(3):  # as keys are pressed
        glass.show(caught(Screen.matrix, WEIGHTS, key=KEY, **LONG, selected=SELECTED, on_cell=print), again=True)
    glass.press(*["+"] * 9)
    x, y = at(glass, SELECTED)
    box = glass.canvas.bounding_box()
    glass.page.mouse.move(box["x"] + x, box["y"] + y)
    glass.page.mouse.down()
    glass.page.mouse.move(box["x"] + x + 70, box["y"] + y + 50, steps=4)
    glass.page.mouse.up()
    glass.hover(x + 70, y + 50)
    assert glass.card()[0] == "w90 → w71" and glass.chosen() == []
    assert glass.click(x + 70, y + 50) == [[90, 71]]
    said = bar(glass)
    glass.page.mouse.down()  # and is let go of beside the picture
    glass.page.mouse.move(0, 890)
    glass.page.mouse.up()
    glass.hover(x, y)
    assert bar(glass) == said


def test_the_wheel_zooms_with_ctrl_and_else_the_page_scrolls(draw) -> None:
    glass = draw(Screen.matrix, WEIGHTS, **LONG)
    x, y = 300, 300
    title = glass.hover(x, y)[0]
    glass.page.mouse.wheel(0, -600)
    assert "Zoom in" in bar(glass)
    glass.page.keyboard.down("Control")
    glass.page.mouse.wheel(0, -600)
    glass.page.keyboard.up("Control")
    assert "Drag to move" in bar(glass)
    assert glass.hover(x, y)[0] == title, "the cell under the pointer stays there"


def test_buttons_zoom_and_the_map_moves(draw) -> None:
    glass = draw(Screen.matrix, WEIGHTS, **LONG)
    closer, farther, every = (glass.page.locator(".zoom button").nth(place) for place in range(3))
    assert not farther.is_visible() and not every.is_visible(), "there is nothing to go back from"
    glass.press(*["+"] * 9)
    assert closer.is_disabled(), "nothing is closer"
    glass.press("0")
    for _ in range(5):
        closer.click()
    said = bar(glass)
    glass.click(3, 3)  # the map's first corner
    assert bar(glass).startswith("Rows 1 to ") and bar(glass) != said
    every.click()
    assert "Zoom in" in bar(glass)
    assert not every.is_visible() and closer.evaluate("e => e.getRootNode().activeElement === e"), "the focus stays"


def test_what_can_be_read_at_once_does_not_zoom(draw) -> None:
    few = NAMES[:8]
    glass = draw(Screen.matrix, WEIGHTS[:8, :8], rows=few, columns=few, noun="weight", alt="Few.")
    before = glass.image()
    glass.press("+", "+")
    assert not glass.page.locator(".zoom").is_visible()
    np.testing.assert_array_equal(glass.image(), before)
    assert "zoom" not in glass.canvas.get_attribute("aria-label")


def test_two_fingers_zoom_and_what_is_between_them_stays(draw) -> None:
    glass = draw(Screen.matrix, WEIGHTS, **LONG, width=700)
    title = glass.hover(302, 250)[0]
    fingers = """(canvas, moves) => moves.forEach(([kind, pointerId, x, y]) => {
      const { left, top } = canvas.getBoundingClientRect();
      const place = { clientX: left + x, clientY: top + y, bubbles: true, pointerType: "touch", buttons: 1 };
      canvas.dispatchEvent(new PointerEvent(kind, { pointerId, ...place }));
    })"""
    apart = [["pointerdown", 11, 282, 250], ["pointerdown", 12, 322, 250]]
    for step in range(1, 11):
        apart += [["pointermove", 11, 282 - 8 * step, 250], ["pointermove", 12, 322 + 8 * step, 250]]
    glass.canvas.evaluate(fingers, [*apart, ["pointerup", 11, 202, 250], ["pointerup", 12, 402, 250]])
    assert "Drag to move" in bar(glass)
    assert glass.hover(302, 250)[0] == title
    assert glass.canvas.evaluate("canvas => canvas.style.touchAction") == "none"


def test_how_to_zoom_is_said_for_fingers_where_there_is_no_mouse(draw) -> None:
    closer = draw(Screen.matrix, WEIGHTS, **LONG).page.locator(".zoom button").first
    assert closer.get_attribute("title") == "Zoom in with +, a double click or Ctrl and the wheel"
    device = closer.page.context.new_cdp_session(closer.page)
    device.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    try:
        draw(Screen.matrix, WEIGHTS, **LONG)
        assert closer.get_attribute("title") == "Zoom in with + or two fingers"
    finally:
        device.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
        device.detach()
