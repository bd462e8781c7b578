"""All pictures on a canvas are operated in the same way: by a pointer, by arrow keys, Enter and Escape."""

import re

import pytest

from headlight.pictures import Screen
from headlight.pictures.scripts import BROWSER
from tests.browser.drawing.glass import KEY, Glass
from tests.pictures.caught import Caught, caught
from tests.pictures.sample import CAUSAL, TOKENS
from tests.pictures.samples import SAMPLES

# Each with the first line of its card after an arrow to the right and one down; None where arrows open no card.
PICTURES = {
    "column_chart": "cat & dog, position 9",
    "curves": "x < 2",
    "head_grid": None,
    "layer_heads": None,
    "lines": "cat & dog (2) is attended to by",
    "matrix": "cat & dog → <b>",
    "paths": "<b>, position 1",
    "plane": "<b>",
    "shuffles": "<b>",
    "strips": "ant, position 1",
}
CHOOSES = {"matrix", "paths"}


@pytest.fixture(params=PICTURES)
def name(request: pytest.FixtureRequest) -> str:
    return request.param


def board(name: str) -> Caught:
    sample = next(sample for sample in SAMPLES if sample.name == name)
    return caught(sample, **({"on_cell": print} if name == "matrix" else {}))


def test_each_picture_on_a_canvas_is_one_of_these() -> None:
    texts = {
        path.stem: path.read_text("utf-8")
        for path in BROWSER.glob("*/*.js")
        if path.stem != "canvas" and path.parent.name != "live"
    }
    drawn = {name for name, text in texts.items() if "FRAME" in text or "<canvas" in text}
    operated = {name for name, text in texts.items() if re.search(r"\boperate(Whole)?\(root", text)} - {"zoom"}
    assert operated == set(PICTURES) and drawn == operated | {"alignment"}  # whose words have the focus


def test_it_says_how_it_is_operated_and_leaves_the_browser_its_keys(glass: Glass, name: str) -> None:
    label = glass.show(board(name)).canvas.get_attribute("aria-label")
    assert "Arrow keys move" in label and (", Enter chooses." in label) == (name in CHOOSES)
    assert glass.canvas.get_attribute("role") == "application" and glass.canvas.get_attribute("tabindex") == "0"
    arrow_keys_read_its_numbers_and_escape_and_leaving_close_the_card(glass, name)
    glass.canvas.focus()
    glass.page.evaluate("() => { window.onkeydown = event => { window.taken = event.defaultPrevented; }; }")
    for key, taken in (("Control+ArrowRight", False), ("Alt+ArrowDown", False), ("a", False), ("ArrowRight", True)):
        glass.page.keyboard.press(key)
        assert glass.page.evaluate("taken") is taken, key


def arrow_keys_read_its_numbers_and_escape_and_leaving_close_the_card(glass: Glass, name: str) -> None:
    title = PICTURES[name]
    chosen = glass.press("ArrowRight", "ArrowDown")
    if title is None:
        assert glass.card() == [] and (chosen == [[0, 1], [1, 1]] if name == "head_grid" else chosen == [])
        return
    assert chosen == [] and glass.card()[0] == title
    glass.page.keyboard.press("Escape")
    assert glass.card() == []
    glass.press("ArrowLeft")
    assert glass.card() != []
    glass.canvas.evaluate("canvas => canvas.blur()")
    assert glass.card() == []
    glass.press("ArrowRight", "ArrowDown")
    assert glass.card()[0] == title, "keys begin again where they began"


def test_enter_chooses_where_the_arrows_have_led(glass: Glass) -> None:
    assert glass.show(board("matrix")).press("ArrowRight", "ArrowUp", "Enter") == [[1, 1]]


def test_the_card_says_the_new_numbers_where_it_is_open(glass: Glass) -> None:
    glass.show(board("matrix"))
    width, height = glass.size
    assert glass.hover(width - 20, height - 20) == ["cat & dog → cat & dog", "weight 0.3750"]
    named = {"rows": TOKENS, "columns": TOKENS, "noun": "weight", "alt": "M.", "key": KEY}
    message = caught(Screen.matrix, CAUSAL / 2, on_cell=print, **named)
    glass.page.mouse.move = lambda *_: None  # the pointer rests
    try:
        glass.show(message, again=True)
    finally:
        del glass.page.mouse.move
    assert glass.card() == ["cat & dog → cat & dog", "weight 0.1875"]


def test_a_pointer_that_leaves_takes_nothing_of_what_the_keys_have_led_to(glass: Glass) -> None:
    glass.show(board("matrix")).hover(glass.size[0] - 20, glass.size[1] - 20)
    glass.press("ArrowUp")
    card = glass.card()
    glass.page.mouse.move(0, 890)
    assert glass.card() == card != []
    assert glass.press("Enter") == [[1, 2]]


def test_keys_go_on_where_they_were_after_the_card_was_closed_and_new_numbers_came(glass: Glass) -> None:
    glass.show(board("matrix")).press("ArrowRight", "ArrowUp", "Escape")
    glass.show(board("matrix"), again=True)
    assert glass.card() == []
    assert glass.press("Enter") == [[1, 1]]


def test_a_tap_says_what_the_finger_has_covered(glass: Glass) -> None:
    glass.show(board("matrix"))
    tap = """canvas => {
        const { x, y, width, height } = canvas.getBoundingClientRect();
        const [clientX, clientY] = [x + 0.6 * width, y + 0.7 * height];
        canvas.dispatchEvent(new PointerEvent("click", { pointerType: "touch", clientX, clientY }));
    }"""
    glass.canvas.evaluate(tap)
    assert "→" in glass.card()[0]
