"""Any picture of a view, pinned: as it was under the address of that moment, as it is now, and what differs.

A pin names a page, a board and a picture, and has the address that the view had, so it stands in an address itself.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import takewhile
from typing import NamedTuple
from urllib.parse import parse_qs, quote, unquote, urlencode

import numpy as np
import streamlit as st

from components import board as boards
from components.board import Board, Drawn, Listener
from components.differences import differences
from components.matrix import matrix
from ui import address, dials, kept, unseen
from ui.address import Key, Text, Texts

KEY = "pinned_picture"
_LONGEST = 1500  # characters of a pin
_FOUND = "the picture as it was"
_COPY = "pinned "  # the keys of pictures in the row that compares begin so
_VIEW = "the view that is open"
_FRESH = "a picture was pinned just now"
_REFUSED = "This picture rests on something that has no place in the address, so it cannot be pinned."
_ELSEWHERE = ("pinned", KEY, "theme", "present", "walk", "walk_at", "from_stop")  # of the reader, not of a picture
address.declare(Key(KEY, Text(_LONGEST), "a picture and its address, to compare with", "to other pages"))


class Pin(NamedTuple):
    """A picture of a board of a page, and the address that its view had, as a query."""

    page: str
    board: str
    picture: str
    state: str

    def written(self) -> str:
        """The pin as the address holds it."""
        return "/".join(quote(part, safe="") for part in self[:3]) + f"?{self.state}"

    @classmethod
    def read(cls, line: str) -> "Pin | None":
        """What `written` gave; None for anything else. Of its state only what its page can use is left."""
        place, _, state = line.partition("?")
        parts = [unquote(part) for part in place.split("/")]
        if len(parts) != 3:
            return None
        page, board, picture = parts
        usable = address.read(page, parse_qs(state, keep_blank_values=True))
        return cls(page, board, picture, urlencode(usable, doseq=True))

    @property
    def values(self) -> dict[str, Texts]:
        """The keys of its address, and what they held."""
        return parse_qs(self.state, keep_blank_values=True)


def begin(view: Callable[[], None]) -> None:
    """Tell which view is open, before its boards are drawn: it is what a pin runs again."""
    st.session_state[_VIEW] = view


def arrange(key: str, screen: Board) -> Listener | None:
    """What the board of this key does before it is shown: a picture that is pinned is compared above all others.

    The listener is told the key of a picture that is to be pinned; None where none can be.
    """
    if _VIEW not in st.session_state or key == "pinned":  # the board of a pinned head compares by itself
        return None
    pin = Pin.read(kept.held(KEY) or "")
    page, view = kept.place()
    if pin and (pin.page, pin.board, pin.values.get("view", [""])[0]) == (page, key, view):
        _compare(screen, pin)
    return partial(_pin, key)


def _pin(key: str, picture: str) -> None:
    if picture.startswith(_COPY):
        return
    state = {name: texts for name, texts in kept.state().items() if name not in _ELSEWHERE}
    line = Pin(kept.place()[0], key, picture, urlencode(state, doseq=True)).written()
    if len(line) > _LONGEST:
        st.toast("The address of this picture would be too long, so it cannot be pinned.")
        return
    kept.put(KEY, line)
    st.session_state[_FRESH] = True
    dials.move()


def _compare(screen: Board, pin: Pin) -> None:
    """Before, now and what differs, above the board's own rows; a pin that cannot come back so is let go."""
    now = screen.drawn(pin.picture)
    before = _as_it_was(pin)
    fresh = st.session_state.pop(_FRESH, False)
    if not now or not before or (fresh and not before.same_as(now)):
        if fresh:
            kept.forget(KEY)
            st.toast(_REFUSED)
        return
    with screen.on_top():
        screen.heading("Pinned, and now", _apart_in_words(pin.values, kept.state()))
        left, middle, right = screen.columns(1, 1, 1, least=(280, 280, 280))
        with left:
            screen.note("Pinned")
            _copy(before, "then")
        with middle:
            screen.note("Now")
            _copy(now, "now")
        with right:
            screen.note("What differs")
            _what_differs(screen, before, now)


def _as_it_was(pin: Pin) -> Drawn | None:
    """The picture as its view draws it under the address of the pin; drawn once for as long as the pin stays."""
    line, found = st.session_state.get(_FOUND, (None, None))
    if line != pin:
        shown = unseen.boards(partial(_there, kept.place(), st.session_state[_VIEW]), pin.state).get(pin.board)
        found = shown.drawn(pin.picture) if shown else None
        st.session_state[_FOUND] = pin, found
    return found


def _there(place: tuple[str, str], view: Callable[[], None]) -> None:
    """The view in a session that has opened no page: it is told where it stands."""
    kept.stand(*place)
    view()


def _copy(picture: Drawn, name: str) -> None:
    """The picture once more. A choice in it would move dials for the other one too, so it is not listened to."""
    boards.picture(picture.name, picture.header, picture.values, key=_COPY + name, on_choice=lambda value: None)


def _apart_in_words(before: Mapping[str, Texts], now: Mapping[str, Texts]) -> str:
    """Which keys of the address have other values now."""
    said = []
    for key in dict.fromkeys([*before, *now]):
        then, later = (", ".join(each.get(key, [])) for each in (before, now))
        if key not in _ELSEWHERE and then != later:
            said.append(f"{key.replace('_', ' ')}: {_value(then)} → {_value(later)}")
    return "; ".join(said) + "." if said else "Nothing has changed yet: type, or move a dial."


def _value(texts: str) -> str:
    return f"“{texts}”" if texts else "as it opens"


def _what_differs(screen: Board, before: Drawn, now: Drawn) -> None:
    """A picture of the differences for what has cells, and for all that have numbers those that differ most."""
    if before.name == now.name == "matrix":
        _cells(before, now)
    elif before.name == now.name == "head_grid":
        _heads(before, now)
    differences(before, now, alt="The numbers that differ most, pinned and now.", key=_COPY + "list")


def aligned(before: Sequence[str], now: Sequence[str]) -> list[str]:
    """The labels of the places that are compared: all where both have as many, else those with which both begin.

    A place whose label has changed has both.
    """
    pairs = list(zip(before, now, strict=False))
    if len(before) != len(now):
        pairs = list(takewhile(lambda pair: pair[0] == pair[1], pairs))
    return [later if then == later else f"{then} → {later}" for then, later in pairs]


def _cells(before: Drawn, now: Drawn) -> None:
    """Now less pinned, cell by cell."""
    rows, columns = (aligned(before.header[side], now.header[side]) for side in ("rows", "columns"))
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
        alt="Now less pinned, cell by cell.",
        key=_COPY + "difference",
    )


def _heads(before: Drawn, now: Drawn) -> None:
    """The largest change of a weight in each head."""
    tokens = len(aligned(before.header["tokens"], now.header["tokens"]))
    layers, heads = now.header["layers"], now.header["heads"]
    if not tokens or any(before.header[each] != now.header[each] for each in ("layers", "heads")):
        return  # nothing is alike, or the models are of other sizes
    then, later = (
        (each.values >> 8).reshape(layers, heads, *[len(each.header["tokens"])] * 2)[:, :, :tokens, :tokens].astype(int)
        for each in (before, now)
    )
    matrix(
        np.abs(later - then).max(axis=(2, 3)) / 100,
        rows=[f"layer {layer + 1}" for layer in range(layers)],
        columns=[f"head {head + 1}" for head in range(heads)],
        noun="largest change of a weight",
        alt="The largest change of a weight in each head.",
        key=_COPY + "difference",
    )


boards.arranged_by(arrange)
