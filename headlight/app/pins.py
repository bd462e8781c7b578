"""A pinned picture: as it was in the state of that moment, as it is now, and what differs.

A pin is a view, a picture of it and a state, so it fits in the address itself; what it shows is the view drawn once
more in that state.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple
from urllib.parse import quote, unquote

import numpy as np
import streamlit as st

from headlight.app import visit
from headlight.pictures import Drawn, Screen
from headlight.pictures.head_grid import numbers
from headlight.pictures.outlined import outline_looks
from headlight.state import address
from headlight.state.key_types import Texts
from headlight.state.registry import View, find
from headlight.state.state import State, written

KEY = "pinned_picture"
_COPY = "pinned "  # the keys of pictures in the row that compares begin so


class Pin(NamedTuple):
    """A picture of a view, by its key, in a state; "" is what the view is about."""

    picture: str
    state: State

    def written(self) -> str:
        """The pin as the address holds it."""
        return f"{self.state.view.name}/{quote(self.picture, safe='')}?{self.state.written()}"

    @classmethod
    def parse(cls, line: str) -> "Pin | None":
        """Read what `written` gave; None for anything else. Of its state only what its view can use is left."""
        path, _, query = line.partition("?")
        name, slash, key = path.partition("/")
        try:
            return cls(unquote(key), State.parse(find(name), query)) if slash else None
        except ValueError:
            return None


def button(view: View, pressed: Callable[[], None]) -> None:
    """Pins the main picture of the view; `pressed` is called first."""

    def press() -> None:
        pressed()
        pin(view, "")

    if view.draw and not visit.get(KEY):
        tooltip = "Freeze this picture, to compare it with what you change next. Pin another one from its menu."
        st.button("Pin", key="pin_button", on_click=press, help=tooltip)


def let_go() -> None:
    """The button that lets go what is pinned, where something is."""
    if visit.get(KEY):
        st.button("Unpin", key="unpin_button", on_click=visit.move, kwargs={KEY: None})


def pin(view: View, key: str) -> None:
    """Pin a picture of the open view, by its key, or what the view is about; a callback of the board and the button."""
    if key.startswith(_COPY):
        return
    # A head that is chosen in a picture, and opens by the text, is the same one for the next text.
    opens = [dial for dial in view.controls if dial.place == "picture" and callable(dial.default)]
    state = visit.state()
    visit.session().move(**{dial.key: dial.read(state) for dial in opens if dial.when(state)})
    line = Pin(key, visit.state()).written()
    if len(line) > address.PIN:
        st.toast("The address of this picture would be too long, so it cannot be pinned.")
        return
    visit.session().move(**{KEY: line})
    st.rerun()


def pinned(view: View) -> Pin | None:
    """Return what the address says is pinned in the open view."""
    pin = Pin.parse(visit.get(KEY) or "")
    return pin if pin and pin.state.view is view else None


def about(screen: Screen) -> list[str]:
    """The keys of the pictures that a view is about: its first of cells, else of numbers, and the next words.

    A sentence in small type over them is one more.
    """
    above = [key for key, drawn_picture in screen.pictures().items() if drawn_picture.header.get("compact")]
    drawn = {
        key: drawn_picture
        for key, drawn_picture in screen.pictures().items()
        if (drawn_picture.values.size or drawn_picture.name == "bars") and key not in above
    }
    cells = [
        key
        for key, drawn_picture in drawn.items()
        if drawn_picture.name in ("matrix", "head_grid", "layer_heads", "looks")
    ]
    words = [key for key, drawn_picture in drawn.items() if drawn_picture.name == "bars"]
    if not drawn:  # a view whose one picture is a table of words
        return [key for key, drawn_picture in screen.pictures().items() if drawn_picture.name == "word_grid"][:1]
    return above + (cells or list(drawn))[:1] + [key for key in words[:1] if key not in (cells or list(drawn))[:1]]


def compare(screen: Screen, then: Screen, pin: Pin, state: State) -> None:
    """Above the rows of a board: its pinned pictures before, now, and what differs."""
    changed = _apart_in_words(_texts(pin.state), _texts(state))
    keys = [pin.picture] if pin.picture else about(screen)
    pairs = [(before, now) for key in keys if (before := then.drawn(key)) and (now := screen.drawn(key))]
    with screen.on_top():
        for words in then.told:
            screen.note(f"As pinned: {words}")
        for before, now in (pair for pair in pairs if pair[0].name == pair[1].name == "looks"):
            outline_looks(now, before)
            screen.note(f"Grey ribbons and dashed bars: as pinned. {changed}")
        for number, (before, now) in enumerate(pair for pair in pairs if pair[0].name != "looks"):
            if number == 0:
                screen.heading("Pinned, and now", changed)
            # Narrower, a table of words would be cut: its least width is that of word_grid.js.
            wide = 70 + 72 * len(before.header["columns"]) if before.name == "word_grid" else 280
            left, middle, right = screen.columns(1, 1, 1, least=(wide, wide, 280))
            ending = f" {number + 1}" if number else ""
            with left:
                screen.note("Pinned")
                _copy(screen, before, f"then{ending}")
            with middle:
                screen.note("Now")
                _copy(screen, now, f"now{ending}")
            with right:
                screen.note("What differs")
                if before.name == now.name == "matrix":
                    _cells(screen, before, now, ending)
                elif before.name == now.name == "head_grid":
                    _heads(screen, before, now, ending)
                screen.differences(
                    before, now, alt="The numbers that differ most, pinned and now.", key=f"{_COPY}list{ending}"
                )


def _texts(state: State) -> dict[str, Texts]:
    """Return what the address says, and the sentence where it says none: the example."""
    box = state.view.box
    example = {box.key: written(state[box])} if box else {}
    return example | {key: written(value) for key, value in state.items if key not in ("present", "more", "arithmetic")}


def _copy(screen: Screen, drawn: Drawn, name: str) -> None:
    """The picture once more. A choice in it would move dials for the other one too, so it is not listened to."""
    screen.picture(drawn.name, drawn.header, drawn.values, key=_COPY + name, on_choice=lambda value: None)


def _apart_in_words(before: Mapping[str, Texts], now: Mapping[str, Texts]) -> str:
    """Which keys of the address have other values now."""
    differences = []
    for key in dict.fromkeys([*before, *now]):
        then, later = (", ".join(address.get(key, [])) for address in (before, now))
        if then != later:
            differences.append(f"{key.replace('_', ' ')}: {_value(then)} → {_value(later)}")
    return "; ".join(differences) + "." if differences else "Nothing has changed yet: type, or move a dial."


def _value(texts: str) -> str:
    return f"“{texts}”" if texts else "as it opens"


def _aligned(before: Sequence[str], now: Sequence[str]) -> list[str]:
    """The labels of the places that are compared: all where both have as many, else those with which both begin.

    A place whose label has changed has both.
    """
    pairs = list(zip(before, now, strict=False))
    if len(before) != len(now):
        pairs = list(takewhile(lambda pair: pair[0] == pair[1], pairs))
    return [later if then == later else f"{then} → {later}" for then, later in pairs]


def _cells(screen: Screen, before: Drawn, now: Drawn, ending: str) -> None:
    """Now minus pinned, cell by cell."""
    rows, columns = (_aligned(before.header[side], now.header[side]) for side in ("rows", "columns"))
    if not rows or not columns:
        return
    then, later = (
        picture.values.reshape(len(picture.header["rows"]), -1)[: len(rows), : len(columns)].astype(np.float64)
        for picture in (before, now)
    )
    finite = np.isfinite(then) & np.isfinite(later)
    screen.matrix(
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


def _heads(screen: Screen, before: Drawn, now: Drawn, ending: str) -> None:
    """The largest change of a weight, or of an effect, in each head."""
    tokens = len(_aligned(before.header["tokens"], now.header["tokens"]))
    layers, heads = now.header["layers"], now.header["heads"]
    effects = [picture.header["extent"] is not None for picture in (before, now)]
    alike = all(before.header[size] == now.header[size] for size in ("layers", "heads"))
    if not tokens or not alike or effects[0] != effects[1]:
        return  # nothing is alike, the models are of other sizes, or one has weights and the other effects
    then, later = (
        numbers(picture.header, picture.values).reshape(layers, heads, *[len(picture.header["tokens"])] * 2)[
            :, :, :tokens, :tokens
        ]
        for picture in (before, now)
    )
    changed = np.abs(later - then).max(axis=(2, 3))
    noun = "an effect" if effects[0] else "a weight"
    screen.matrix_of_heads(
        changed,
        noun=f"largest change of {noun}",
        extent=max(1.0, float(changed.max())),
        alt=f"The largest change of {noun} in each head.",
        key=f"{_COPY}difference{ending}",
    )
