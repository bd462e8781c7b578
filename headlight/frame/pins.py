"""A pinned picture: as it was in the state of that moment, as it is now, and what differs.

A pin is a view, a picture of it and a state, so it fits in the address itself; what it shows is the view drawn once
more in that state.
"""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple
from urllib.parse import parse_qs, quote, unquote

import numpy as np
import streamlit as st

from headlight.frame import address, kept, places
from headlight.frame.address import Key
from headlight.frame.cache import cached
from headlight.frame.holds import Text, Texts
from headlight.frame.registry import View, find
from headlight.frame.state import State
from headlight.pictures.board import Board, Drawn, picture
from headlight.pictures.differences import differences
from headlight.pictures.head_grid import numbers
from headlight.pictures.matrix import matrix

KEY = "pinned_picture"
_OLD = "pinned"  # what stood in addresses that were given away when a head was pinned, and not a picture
_LONGEST = 1500  # characters of a pin
_COPY = "pinned "  # the keys of pictures in the row that compares begin so
_SHOWN = ("bars", "merge_steps", "stacks")  # pictures that show something without numbers of their own
_OPENING = (*_SHOWN, "word_grid")  # where a view begins with them; beside others they are too wide for a slide
_KEPT = 12  # boards of pins that are held for all visitors
address.declare(
    Key(KEY, Text(_LONGEST), "a picture and its state, to compare with", "to other pages"),
    Key(_OLD, Text(_LONGEST), "a head and its state, to compare with", "to other pages"),
)


class Pin(NamedTuple):
    """A picture of a view, by its key, in a state; "" is what the view is about."""

    picture: str
    state: State

    def written(self) -> str:
        """The pin as the address holds it."""
        return f"{self.state.view.name}/{quote(self.picture, safe='')}?{self.state.written()}"

    @classmethod
    def parse(cls, line: str) -> "Pin | None":
        """What `written` gave; None for anything else. Of its state only what its view can use is left.

        Addresses that were given away before say the page, a board and the picture.
        """
        place, _, query = line.partition("?")
        first, *others = [unquote(part) for part in place.split("/")]
        if not others:
            return None
        named = parse_qs(query).get("view", [""])[-1]
        name = first if len(others) == 1 else places.short_of(first, named)
        try:
            return cls(others[-1], State.parse(find(name), query))
        except ValueError:
            return None


def button(view: View) -> None:
    """Pins the main picture of the view, or lets go what is pinned."""
    if kept.keep(KEY) or kept.keep(_OLD):
        st.button("Unpin", key="pin_button", on_click=_let_go)
    elif view.draw:
        said = "Keep what you see beside what you change from now on. A picture’s menu pins that one."
        st.button("Pin", key="pin_button", on_click=pin, args=(view, ""), help=said)


def pin(view: View, key: str) -> None:
    """Pin a picture of the open view, by its key, or what the view is about; a callback of the board and the button."""
    if key.startswith(_COPY):
        return
    line = Pin(key, kept.now(view)).written()
    if len(line) > _LONGEST:
        st.toast("The address of this picture would be too long, so it cannot be pinned.")
        return
    kept.write(KEY, line)
    st.rerun()


def pinned(view: View) -> Pin | None:
    """What the address says is pinned in the open view."""
    found = Pin.parse(kept.keep(KEY) or "")
    if not found and (old := kept.keep(_OLD)):
        return Pin("", State.parse(view, old))
    return found if found and found.state.view is view else None


def about(screen: Board) -> list[str]:
    """The keys of the pictures that a view is about: its first of cells, else of numbers, and the next words."""
    drawn = {key: each for key, each in screen.pictures().items() if each.values.size or each.name == "bars"}
    cells = [key for key, each in drawn.items() if each.name in ("matrix", "head_grid", "layer_heads", "looks")]
    words = [key for key, each in drawn.items() if each.name == "bars"]
    return (cells or list(drawn))[:1] + [key for key in words[:1] if key not in (cells or list(drawn))[:1]]


def slide(screen: Board) -> list[str]:
    """The keys of the pictures that fill a slide: what a view opens with, and its consequence, the next words first."""
    drawn: dict[str, str] = {}
    for key, each in screen.pictures().items():
        if each.values.size or each.name in (_SHOWN if drawn else _OPENING):
            drawn[key] = each.name
    first, *others = [key for key, name in drawn.items() if name != "token_chips"] or list(drawn)[:1] or [""]
    chosen = [key for key in others if drawn[first] == "head_grid" and drawn[key] == "matrix"][:1] if first else []
    consequence = [key for key in others if drawn[key] == "bars" and key not in chosen]
    consequence = consequence or [key for key in others if key not in chosen]
    return [key for key in (first, *chosen, *consequence[:1]) if key]


def compare(screen: Board, then: Board, pin: Pin, state: State) -> None:
    """Above the rows of a board: its pinned pictures before, now, and what differs."""
    keys = [pin.picture] if pin.picture else about(screen)
    pairs = [(before, now) for key in keys if (before := then.drawn(key)) and (now := screen.drawn(key))]
    with screen.on_top():
        for number, (before, now) in enumerate(pairs):
            if number == 0:
                screen.heading("Pinned, and now", _apart_in_words(_texts(pin.state), _texts(state)))
            left, middle, right = screen.columns(1, 1, 1, least=(280, 280, 280))
            ending = f" {number + 1}" if number else ""
            with left:
                screen.note("Pinned")
                _copy(before, f"then{ending}")
            with middle:
                screen.note("Now")
                _copy(now, f"now{ending}")
            with right:
                screen.note("What differs")
                _what_differs(screen, before, now, ending)


@cached(most=_KEPT)
def as_it_was(state: State, deeper: bool) -> Board:
    """The board of a state that is pinned, drawn once for all visitors."""
    return state.view.board(state, deeper=deeper)


def _let_go() -> None:
    for key in (KEY, _OLD):
        kept.forget(key)


def _texts(state: State) -> dict[str, Texts]:
    return {key: address.written(value) for key, value in state.items if key not in ("present", "arithmetic")}


def _copy(drawn: Drawn, name: str) -> None:
    """The picture once more. A choice in it would move dials for the other one too, so it is not listened to."""
    picture(drawn.name, drawn.header, drawn.values, key=_COPY + name, on_choice=lambda value: None)


def _apart_in_words(before: Mapping[str, Texts], now: Mapping[str, Texts]) -> str:
    """Which keys of the address have other values now."""
    said = []
    for key in dict.fromkeys([*before, *now]):
        then, later = (", ".join(each.get(key, [])) for each in (before, now))
        if then != later:
            said.append(f"{key.replace('_', ' ')}: {_value(then)} → {_value(later)}")
    return "; ".join(said) + "." if said else "Nothing has changed yet: type, or move a dial."


def _value(texts: str) -> str:
    return f"“{texts}”" if texts else "as it opens"


def _what_differs(screen: Board, before: Drawn, now: Drawn, ending: str) -> None:
    """A picture of the differences for what has cells, and for all that have numbers those that differ most."""
    if before.name == now.name == "matrix":
        _cells(before, now, ending)
    elif before.name == now.name == "head_grid":
        _heads(before, now, ending)
    differences(before, now, alt="The numbers that differ most, pinned and now.", key=f"{_COPY}list{ending}")


def _aligned(before: Sequence[str], now: Sequence[str]) -> list[str]:
    """The labels of the places that are compared: all where both have as many, else those with which both begin.

    A place whose label has changed has both.
    """
    pairs = list(zip(before, now, strict=False))
    if len(before) != len(now):
        pairs = list(takewhile(lambda pair: pair[0] == pair[1], pairs))
    return [later if then == later else f"{then} → {later}" for then, later in pairs]


def _cells(before: Drawn, now: Drawn, ending: str) -> None:
    """Now minus pinned, cell by cell."""
    rows, columns = (_aligned(before.header[side], now.header[side]) for side in ("rows", "columns"))
    if not rows or not columns:
        return
    then, later = (
        each.values.reshape(len(each.header["rows"]), -1)[: len(rows), : len(columns)].astype(np.float64)
        for each in (before, now)
    )
    finite = np.isfinite(then) & np.isfinite(later)
    matrix(
        np.where(finite, later, 0) - np.where(finite, then, 0),
        rows=rows,
        columns=columns,
        noun="difference",
        scale="diverging",
        decimals=now.header["decimals"],
        hidden=~finite,
        transposed=now.header["transposed"],
        alt="Now minus pinned, cell by cell.",
        key=f"{_COPY}difference{ending}",
    )


def _heads(before: Drawn, now: Drawn, ending: str) -> None:
    """The largest change of a weight, or of an effect, in each head."""
    tokens = len(_aligned(before.header["tokens"], now.header["tokens"]))
    layers, heads = now.header["layers"], now.header["heads"]
    effects = [each.header["extent"] is not None for each in (before, now)]
    alike = all(before.header[each] == now.header[each] for each in ("layers", "heads"))
    if not tokens or not alike or effects[0] != effects[1]:
        return  # nothing is alike, the models are of other sizes, or one has weights and the other effects
    then, later = (
        numbers(each.header, each.values).reshape(layers, heads, *[len(each.header["tokens"])] * 2)[
            :, :, :tokens, :tokens
        ]
        for each in (before, now)
    )
    changed = np.abs(later - then).max(axis=(2, 3))
    noun = "an effect" if effects[0] else "a weight"
    matrix(
        changed,
        rows=[f"layer {layer + 1}" for layer in range(layers)],
        columns=[f"head {head + 1}" for head in range(heads)],
        noun=f"largest change of {noun}",
        extent=max(1.0, float(changed.max())),
        alt=f"The largest change of {noun} in each head.",
        key=f"{_COPY}difference{ending}",
    )
