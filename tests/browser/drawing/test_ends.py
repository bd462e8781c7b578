"""Each control that moves among places, by each of its keys: from the first place, the next and the last, no further.

A control is told of by where it opens, where a key leads to, and how one reads where it is; so a new one is a row.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from headlight.pictures import Heads, Screen
from tests.browser.drawing import test_head_grid as grid
from tests.browser.drawing.acted import STREAM
from tests.browser.drawing.alone import mount, told
from tests.browser.drawing.glass import KEY, Glass
from tests.browser.drawing.looked import PATTERNS, WORDS, five_words, looked
from tests.browser.drawing.test_alignment import SOURCE, TARGET, pair
from tests.browser.drawing.test_bars import CUTS, cut_bars
from tests.pictures.caught import caught
from tests.pictures.sample import CAUSAL, TOKENS

ALL = 99  # places: further than there are
FIRST_LAST = {"Home": -ALL, "End": ALL}
ALONG = {"ArrowLeft": -1, "ArrowRight": 1}
DOWN = {"ArrowUp": -1, "ArrowDown": 1}
RANGE = {**ALONG, "ArrowDown": -1, "ArrowUp": 1, **FIRST_LAST}
FOCUS = "() => { const root = document.querySelector('#stage').firstChild.shadowRoot; %s }"


class Control(NamedTuple):
    """What is moved by keys among `count` places."""

    open: Callable[[Glass, int], object]  # at a place
    handle: Callable[[int], str]  # what takes the keys there, as a selector
    keys: dict[str, int]  # each with how far it leads
    count: int
    place: Callable[[Glass], Any]  # where the last key has led to; None where it told nothing
    stops: tuple[str, ...] = ()  # keys that lead nowhere where they would lead too far


def slide(values: list[str]) -> Control:
    def open(glass: Glass, at: int) -> None:
        data = {"key": "k", "label": "Depth", "help": "", "value": values[at], "first": values[at], "places": values}
        mount(glass, "slide", {**data, "always": True, "plays": 0})

    def place(glass: Glass) -> int | None:
        found = told(glass)
        shown = glass.page.locator("#stage output").text_content()
        assert not found or shown == found[-1][1].replace("-", "−"), "it shows what it tells"
        return values.index(found[-1][1]) if found else None

    return Control(open, lambda _: "#stage input", RANGE, len(values), place)


def cut(which: int) -> Control:
    def open(glass: Glass, at: int) -> None:
        cuts = [each._replace(chosen=at) if nth == which else each for nth, each in enumerate(CUTS)]
        cut_bars(drawer(glass), cuts=cuts)

    leaps = {"PageUp": -5, "PageDown": 5}
    keys = {**ALONG, **DOWN, **FIRST_LAST, **leaps}
    return Control(
        open, lambda _: f"[role=slider] >> nth={which}", keys, len(CUTS[which].steps), chosen(lambda value: value[1])
    )


def drawer(glass: Glass) -> Callable[..., Glass]:
    def draw(function: Callable[..., None], *arguments: Any, width: int = 900, **named: Any) -> Glass:
        return glass.show(caught(function, *arguments, key=KEY, **named), width=width)

    return draw


def chosen(read: Callable[[Any], Any]) -> Callable[[Glass], Any]:
    """Read the place off the last choice."""
    return lambda glass: next((read(value) for value in reversed(glass.chosen())), None)


def word(texts: list[str] = WORDS, along: int = 1) -> Control:
    def open(glass: Glass, at: int) -> None:
        looked(drawer(glass), PATTERNS, texts, chosen=at)

    keys = {"ArrowLeft": -along, "ArrowRight": along, **DOWN, **FIRST_LAST}
    return Control(open, lambda at: f".stage button >> nth={at}", keys, 5, chosen(lambda value: value[1]))


def square() -> Control:
    def open(glass: Glass, at: int) -> None:
        five_words(drawer(glass), chosen=3, head=divmod(at, 2))

    read = chosen(lambda value: 2 * value[1][0] + value[1][1])
    return Control(open, lambda at: f".heads .all button >> nth={at}", {**ALONG, **DOWN, **FIRST_LAST}, 4, read)


def layer_of_lines() -> Control:
    def open(glass: Glass, at: int) -> None:
        heads = Heads(drawn=[0], names=["", ""], layer=at, n_layers=3)
        weights = CAUSAL[None]
        drawer(glass)(Screen.lines, weights, heads=heads, on_choice=print, tokens=TOKENS, alt="L.")

    return Control(open, lambda at: f".strip button >> nth={at}", {**ALONG, **DOWN}, 3, chosen(lambda value: value[1]))


def head_of_grid(axis: int, transposed: bool) -> Control:
    def open(glass: Glass, at: int) -> None:
        selected = (at, 0) if axis == 0 else (0, at)
        grid.grid(drawer(glass), grid.PATTERNS, selected=selected, across=transposed)

    keys = DOWN if (axis == 0) != transposed else ALONG
    return Control(open, lambda _: "canvas", keys, grid.PATTERNS.shape[axis], chosen(lambda value: value[axis]))


def word_of_pair(side: int) -> Control:
    words = (SOURCE, TARGET)[side]

    def place(glass: Glass) -> int:
        return words.index(
            glass.page.evaluate(FOCUS % "return root.activeElement.shadowRoot.activeElement.textContent")
        )

    def handle(at: int) -> str:
        return f".word.{('source', 'target')[side]} >> nth={at}"

    return Control(lambda glass, _: pair(drawer(glass)), handle, ALONG, len(words), place)


def stream(glass: Glass, *, again: bool = False) -> dict[str, Any]:
    """The strip of a model of two layers of two heads; what it is told now."""
    mount(glass, "stream", STREAM, html="<nav></nav>", again=again)
    return STREAM["now"]


def part_of_stream() -> Control:
    """Of each layer its number, all heads, each head and the FFN."""

    def place(glass: Glass) -> int:
        return glass.page.evaluate(FOCUS % "return [...root.querySelectorAll('.layers a')].indexOf(root.activeElement)")

    keys = {**ALONG, "ArrowUp": 5, "ArrowDown": -5, **FIRST_LAST}
    stops = "ArrowUp", "ArrowDown"
    return Control(lambda glass, _: stream(glass), lambda at: f".layers a >> nth={at}", keys, 10, place, stops)


CONTROLS = {
    "a slider of even numbers": slide(["-1", "-0.5", "0", "0.5", "1"]),
    "a slider of numbers that are not": slide(["0", "0.1", "1", "30", "31"]),
    "a slider of two places": slide(["1", "2"]),
    "a line through bars": cut(0),
    "another line through bars": cut(1),
    "a word of the sentence": word(),
    "a word of a sentence from right to left": word(["אחת", "שתיים", "שלוש", "ארבע", "חמש"], along=-1),
    "a head under the sentence": square(),
    "a layer over lines": layer_of_lines(),
    **{
        f"a {name} of all heads{', turned' * turned}": head_of_grid(axis, turned)
        for axis, name in enumerate(("layer", "head"))
        for turned in (False, True)
    },
    "a word that is translated": word_of_pair(0),
    "a word of the translation": word_of_pair(1),
    "a part of the stream": part_of_stream(),
}


@pytest.mark.parametrize("name", CONTROLS)
def test_each_key_leads_as_far_as_it_says_and_the_first_and_the_last_place_are_reached(glass: Glass, name: str) -> None:
    control = CONTROLS[name]
    for at in sorted({0, 1, control.count - 1}):
        open = False
        for key, by in control.keys.items():
            if not open:
                control.open(glass, at)
            glass.page.locator(control.handle(at)).focus()
            glass.page.keyboard.press(key)
            to = control.place(glass)
            wanted = min(control.count - 1, max(0, at + by))
            if wanted != at + by and key in control.stops:
                wanted = at
            assert to == wanted or (to is None and wanted == at), (key, at, to)
            open = to in (None, at)
