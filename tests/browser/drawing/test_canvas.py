"""All pictures on a canvas are operated in the same way: by a pointer, by arrow keys, Enter and Escape."""

from functools import partial

import numpy as np
import pytest

from headlight.pictures.columns import columns
from headlight.pictures.curves import curves
from headlight.pictures.head_grid import head_grid
from headlight.pictures.layer_heads import layer_heads
from headlight.pictures.lines import lines
from headlight.pictures.matrix import matrix
from headlight.pictures.paths import paths
from headlight.pictures.plane import Group, plane
from headlight.pictures.strips import strips
from tests.browser.drawing.conftest import SCRIPTS
from tests.browser.drawing.glass import KEY, Glass
from tests.pictures.caught import Caught, caught

WORDS = ["ant", "bee", "cat"]
PATTERN = np.array([[1, 0, 0], [0.25, 0.75, 0], [0.125, 0.375, 0.5]])
FUTURE = np.triu(np.ones((3, 3), dtype=bool), 1)
TITLES = {"x_title": "x", "y_title": "y"}
EDGES = [((0, 0), (1, 0)), ((1, 0), (1, 1))]
# Each with the first line of its card after an arrow to the right and one down; None where arrows open no card.
PICTURES = {
    "columns": (partial(columns, {"a": np.array([1.0, 2, 3])}, labels=WORDS, **TITLES), "cat, position 2"),
    "curves": (partial(curves, {"a": np.array([4.0, 5, 6])}, over=np.array([0.0, 1, 2]), **TITLES), "x 1"),
    "head_grid": (
        partial(
            head_grid,
            PATTERN[None, None].repeat(2, 0).repeat(2, 1),
            hidden=FUTURE,
            tokens=WORDS,
            selected=(0, 0),
            names=[["", ""]] * 2,
            on_head=print,
        ),
        None,
    ),
    "layer_heads": (
        partial(
            layer_heads,
            np.stack([PATTERN] * 2),
            hidden=np.stack([FUTURE] * 2),
            tokens=WORDS,
            names=["", ""],
            silenced=[],
            on_head=print,
        ),
        None,
    ),
    "lines": (partial(lines, PATTERN, tokens=WORDS), "cat (2) is looked at by"),
    "matrix": (partial(matrix, PATTERN, rows=WORDS, columns=WORDS, noun="weight", on_cell=print), "cat → bee"),
    "paths": (
        partial(
            paths,
            WORDS,
            levels=["states"],
            edges=EDGES,
            lit=[(0, 0), (1, 0), (1, 1)],
            shares=[0.5, 0.5, 0],
            notes=["", "", ""],
            on_ends=print,
        ),
        "bee, position 1",
    ),
    "plane": (
        partial(plane, [Group(np.array([[0.0, 0], [1, 1], [2, 0]]), WORDS, "accent", named=True)]),
        "bee",
    ),
    "strips": (partial(strips, {"a": PATTERN, "b": -PATTERN}, tokens=WORDS), "ant, position 0"),
}


@pytest.fixture(params=PICTURES)
def name(request: pytest.FixtureRequest) -> str:
    return request.param


def board(name: str) -> Caught:
    said = {} if name == "head_grid" else {"alt": "Numbers."}
    return caught(PICTURES[name][0], key=KEY, **said)


def test_each_picture_on_a_canvas_is_one_of_these() -> None:
    texts = {path.stem: path.read_text("utf-8") for path in SCRIPTS.glob("*.js") if path.stem != "canvas"}
    drawn = {name for name, text in texts.items() if "FRAME" in text or "<canvas" in text}
    operated = {name for name, text in texts.items() if "operate(root" in text}
    assert operated == set(PICTURES) and drawn == operated | {"alignment"}  # whose words have the focus


def test_it_says_what_it_is_and_how_it_is_operated(glass: Glass, name: str) -> None:
    label = glass.show(board(name)).canvas.get_attribute("aria-label")
    assert "Arrow keys move" in label and (", Enter chooses." in label) == (name in ("matrix", "paths"))
    assert glass.canvas.get_attribute("role") == "img" and glass.canvas.get_attribute("tabindex") == "0"


def test_arrow_keys_read_its_numbers_and_escape_and_leaving_close_the_card(glass: Glass, name: str) -> None:
    glass.show(board(name))
    _, title = PICTURES[name]
    chosen = glass.press("ArrowRight", "ArrowDown")
    if title is None:
        assert glass.card() == [] and (chosen == [[0, 1], [1, 0]] if name == "head_grid" else chosen == [])
        return
    assert chosen == [] and glass.card()[0] == title
    glass.page.keyboard.press("Escape")
    assert glass.card() == []
    glass.press("ArrowLeft")
    assert glass.card() != []
    glass.canvas.evaluate("canvas => canvas.blur()")
    assert glass.card() == []


def test_enter_chooses_where_the_arrows_have_led(glass: Glass) -> None:
    assert glass.show(board("matrix")).press("ArrowRight", "ArrowUp", "Enter") == [[1, 1]]
    assert glass.show(board("paths")).press("ArrowRight", "Enter", "ArrowUp", "Enter") == [[1, 1], [0, 1]]


def test_keys_of_the_browser_are_left_to_it(glass: Glass, name: str) -> None:
    glass.show(board(name)).canvas.focus()
    glass.page.evaluate("addEventListener('keydown', event => { window.taken = event.defaultPrevented; })")
    for key, taken in (("Control+ArrowRight", False), ("Alt+ArrowDown", False), ("a", False), ("ArrowRight", True)):
        glass.page.keyboard.press(key)
        assert glass.page.evaluate("taken") is taken, key


def test_the_card_says_the_new_numbers_where_it_is_open(glass: Glass) -> None:
    glass.show(board("matrix"))
    width, height = glass.size
    assert glass.hover(width - 20, height - 20) == ["cat → cat", "weight 0.5000"]
    twice = partial(matrix, PATTERN / 2, rows=WORDS, columns=WORDS, noun="weight", on_cell=print)
    message = caught(twice, alt="Numbers.", key=KEY)
    glass.page.mouse.move = lambda *_: None  # the pointer rests
    try:
        glass.show(message, again=True)
    finally:
        del glass.page.mouse.move
    assert glass.card() == ["cat → cat", "weight 0.2500"]
