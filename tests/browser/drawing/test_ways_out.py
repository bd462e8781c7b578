"""Whatever is held is let go of in each way that there is; then the most usual thing is done, and works.

A thing that can be held is a row: how it opens, where it is taken and how far it is moved, what that tells in the end.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

from headlight.pictures import Screen
from tests.browser.drawing.colours import PALETTES, rgb
from tests.browser.drawing.glass import KEY, Glass
from tests.browser.drawing.looked import PATTERNS, WORDS, looked
from tests.browser.drawing.test_bars import CUTS, cut_bars
from tests.browser.drawing.test_keys import matrix, seen
from tests.browser.drawing.test_matrix import LABELS
from tests.browser.drawing.test_plane import blob, dragging
from tests.pictures.caught import Caught, caught
from tests.sampled import sampled

Point = tuple[float, float]
ROWS = np.array([[1.0, 0, 0, 0, 0], [0.25, 0.75, 0, 0, 0], [0.2, 0.2, 0.6, 0, 0]])


class Held(NamedTuple):
    """What a pointer takes, and where it leads it."""

    board: Callable[..., Caught]  # `few`: as another text makes it, with fewer places
    grab: Callable[[Glass], Point]  # pixels of the window
    by: Point
    told: list[Any]  # in the end
    clicked: Any = None  # what a click there tells; None: nothing
    before: Callable[[Glass], object] = lambda glass: None  # what is done first
    back: Any = None  # what is told when a pointer is taken away; None: what was told last stays
    width: int = 900


def sent(function: Callable[..., Any], *arguments: Any, **more: Any) -> Caught:
    """The board of a helper that draws with what it is handed."""
    found: list[Caught] = []
    keep = {"width", "ground"}

    def draw(picture: Callable[..., None], *given: Any, **named: Any) -> None:
        look = {name: value for name, value in named.items() if name not in keep}
        found.append(caught(picture, *given, key=KEY, **look))

    function(draw, *arguments, **more)
    return found[0]


def in_window(glass: Glass, x: float, y: float) -> Point:
    box = glass.canvas.bounding_box()
    assert box
    return box["x"] + x, box["y"] + y


def middle(glass: Glass, selector: str) -> Point:
    box = glass.page.locator(selector).first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def ribbon(few: bool = False) -> Caught:
    count = 2 if few else 5
    patterns = PATTERNS[:, :, :count, :count]
    return sent(looked, patterns, WORDS[:count], chosen=1 if few else 3, edits=[])


def line(few: bool = False) -> Caught:
    cuts = [each._replace(steps=each.steps[-2:], chosen=0) for each in CUTS] if few else CUTS
    return sent(cut_bars, cuts=cuts)


def zoomed(few: bool = False) -> Caught:
    return caught(Screen.matrix, ROWS, key=KEY, selected=(2, 0), **LABELS, on_cell=print) if few else caught(matrix)


def close(glass: Glass) -> None:
    glass.page.mouse.move(0, 890)
    if not glass.page.locator(".zoom span").text_content().startswith("Rows"):
        glass.press("+", "+", "+")


HELD = {
    "a point": Held(
        lambda few=False: dragging(),
        lambda glass: in_window(glass, *blob(glass.image(), rgb(PALETTES["light"]["query"]))[1][:2]),
        (300, 0), [[1, 2, 1]], 1, width=420,
    ),
    "an end of a ribbon": Held(
        ribbon, lambda glass: middle(glass, ".grips i"), (0, -90), [["edits", [[0, 0, 3, 1, None]]]], back=["edits", []]
    ),
    "a line through bars": Held(line, lambda glass: middle(glass, "[role=slider]"), (0, -80), [[0, 0]]),
    "what is zoomed to": Held(
        zoomed, lambda glass: in_window(glass, 400, 250), (60, 40), [], ..., before=close, width=700
    ),
}  # fmt: skip


class Hand:
    """A mouse, or fingers, over a thing that can be held."""

    def __init__(self, glass: Glass, held: Held) -> None:
        self.glass, self.held, self.mouse = glass, held, glass.page.mouse
        self.at = held.grab(glass)
        self.to = self.at[0] + held.by[0], self.at[1] + held.by[1]
        self.client = glass.page.context.new_cdp_session(glass.page)

    def seen(self) -> bytes:
        self.glass.frames()
        return self.glass.shot(self.glass.page.locator("#stage")).tobytes()

    def touch(self, kind: str, **fingers: Point) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(fingers.values())]
        self.client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        self.glass.frames()  # moves of a finger come with the next frame, and what ends them behind them

    def take(self) -> None:
        self.mouse.move(*self.at)
        self.mouse.down()
        self.mouse.move(*self.to, steps=3)

    def finger(self) -> None:
        self.touch("touchStart", first=self.at)
        self.touch("touchMove", first=((self.at[0] + self.to[0]) / 2, (self.at[1] + self.to[1]) / 2))
        self.touch("touchMove", first=self.to)


def let_go(hand: Hand) -> None:
    hand.take()
    hand.mouse.up()


def let_go_outside(hand: Hand) -> None:
    hand.take()
    hand.mouse.move(1, 1)
    hand.mouse.up()


def escaped(hand: Hand) -> None:
    hand.take()
    hand.glass.page.keyboard.press("Escape")
    hand.mouse.up()


def left_for_another_window(hand: Hand) -> None:
    hand.take()
    hand.glass.page.evaluate("dispatchEvent(new Event('blur')); document.dispatchEvent(new Event('visibilitychange'))")
    hand.mouse.up()


def drawn_again(hand: Hand) -> None:
    hand.take()
    hand.glass.show(hand.held.board(), width=hand.held.width, again=True)
    hand.mouse.up()


def of_another_text(hand: Hand) -> None:
    hand.take()
    hand.glass.show(hand.held.board(few=True), width=hand.held.width, again=True)
    hand.mouse.up()


def by_the_other_button(hand: Hand) -> None:
    hand.mouse.move(*hand.at)
    hand.mouse.down(button="right")
    hand.mouse.move(*hand.to, steps=3)
    assert hand.glass.chosen() == [], "the other button holds nothing"
    hand.mouse.up(button="right")


def a_finger_lifted(hand: Hand) -> None:
    hand.finger()
    hand.touch("touchEnd")
    assert hand.glass.chosen() != [] or hand.held.told == [], "a finger is as good as a mouse"


def a_finger_taken_away(hand: Hand) -> None:
    hand.finger()
    hand.touch("touchCancel")
    if hand.held.back is not None:
        assert hand.glass.chosen()[-1] == hand.held.back, "it is put back"


def a_finger_and_a_second_one(hand: Hand) -> None:
    hand.finger()
    hand.touch("touchStart", first=hand.to, second=(hand.at[0] + 30, hand.at[1] + 10))
    hand.touch("touchMove", first=hand.to)  # the second is lifted
    hand.glass.show(hand.held.board(), width=hand.held.width, again=True)
    hand.glass.chosen()
    hand.touch("touchMove", first=hand.at)
    hand.touch("touchEnd")
    told = hand.glass.chosen()
    assert told or hand.held.back or not hand.held.told, "the first holds on, unless the browser took both to zoom"


WAYS = [
    let_go, let_go_outside, escaped, left_for_another_window, drawn_again, of_another_text, by_the_other_button,
    a_finger_lifted, a_finger_taken_away, a_finger_and_a_second_one,
]  # fmt: skip


EACH = [(name, half) for name in HELD for half in (0, 1)]


@pytest.mark.parametrize(("name", "half"), sampled(EACH, [(name, at % 2) for at, name in enumerate(HELD)]))
def test_what_is_held_is_let_go_of_in_each_way_and_then_held_again(glass: Glass, name: str, half: int) -> None:
    """One thing in every other way, the next one in the others: all of them are let go of by one script."""
    held = HELD[name]
    for way in WAYS[half::2]:
        glass.show(held.board(), width=held.width)
        held.before(glass)
        hand = Hand(glass, held)
        fingers = {"enabled": "finger" in way.__name__}
        hand.client.send("Emulation.setTouchEmulationEnabled", fingers)
        way(hand)
        hand.client.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
        hand.mouse.move(2, 880)
        for _ in range(2):  # what was told last is answered too
            glass.show(held.board(), width=held.width, again=True)
        glass.chosen()
        hand.mouse.move(*hand.at)
        hand.mouse.move(*hand.to)
        assert glass.chosen() == [], (way.__name__, "a pointer that holds nothing moves nothing")
        hand.mouse.move(2, 880)
        held.before(glass)
        glass.chosen()
        hand.at = held.grab(glass)
        hand.to = hand.at[0] + held.by[0], hand.at[1] + held.by[1]
        if held.clicked is not ...:
            hand.mouse.click(*hand.at)
            assert glass.chosen() == ([] if held.clicked is None else [held.clicked]), (way.__name__, "a click")
        before = hand.seen()
        size = [last - first for first, last in seen(glass)]
        hand.take()
        assert hand.seen() != before, (way.__name__, "it follows")
        assert [last - first for first, last in seen(glass)] == pytest.approx(size, abs=1), (
            way.__name__,
            "one finger does not zoom",
        )
        hand.mouse.up()
        told = glass.chosen()
        glass.show(held.board(), width=held.width, again=True)  # the answer to what was told first
        assert [*told, *glass.chosen()][-1:] == held.told, (way.__name__, "a drag")
        hand.client.detach()
