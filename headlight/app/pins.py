"""A pinned picture: as it was in the state of that moment, as it is now, and what differs.

A pin is a view, a picture of it and a state, so it fits in the address itself; what it shows is the view drawn once
more in that state.
"""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

import numpy as np
import streamlit as st

from headlight.app import visit
from headlight.pictures import Board, Drawn, differences, matrix, of_heads
from headlight.pictures.board import picture
from headlight.pictures.head_grid import numbers
from headlight.reading.cache import cached
from headlight.state import address
from headlight.state.holds import Texts
from headlight.state.registry import View, find
from headlight.state.state import State, written

KEY = "pinned_picture"
_COPY = "pinned "  # the keys of pictures in the row that compares begin so
_SHOWN = ("bars", "merge_steps", "stacks")  # pictures that show something without numbers of their own
_OPENING = (*_SHOWN, "word_grid")  # where a view begins with them
_FOUR = ("sentence", "paths")  # where a view has four of these, they fill a slide
_BESIDE = ("word_grid", "table")  # what stands beside the first where nothing else does: they are wide
_FEW = 2  # bars that a slide has room for under others
_KEPT = 12  # boards of pins that are held for all visitors


class Pin(NamedTuple):
    """A picture of a view, by its key, in a state; "" is what the view is about."""

    picture: str
    state: State

    def written(self) -> str:
        """The pin as the address holds it."""
        return f"{self.state.view.name}/{quote(self.picture, safe='')}?{self.state.written()}"

    @classmethod
    def parse(cls, line: str) -> "Pin | None":
        """What `written` gave; None for anything else. Of its state only what its view can use is left."""
        place, _, query = line.partition("?")
        name, slash, key = place.partition("/")
        try:
            return cls(unquote(key), State.parse(find(name), query)) if slash else None
        except ValueError:
            return None


def button(view: View) -> None:
    """Pins the main picture of the view, or lets go what is pinned."""
    if visit.get(KEY):
        st.button("Unpin", key="pin_button", on_click=visit.move, kwargs={KEY: None})
    elif view.draw:
        said = "Keep what you see beside what you change from now on. A picture’s menu pins that one."
        st.button("Pin", key="pin_button", on_click=pin, args=(view, ""), help=said)


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
    """What the address says is pinned in the open view."""
    found = Pin.parse(visit.get(KEY) or "")
    return found if found and found.state.view is view else None


def about(screen: Board) -> list[str]:
    """The keys of the pictures that a view is about: its first of cells, else of numbers, and the next words."""
    drawn = {key: each for key, each in screen.pictures().items() if each.values.size or each.name == "bars"}
    cells = [key for key, each in drawn.items() if each.name in ("matrix", "head_grid", "layer_heads", "looks")]
    words = [key for key, each in drawn.items() if each.name == "bars"]
    return (cells or list(drawn))[:1] + [key for key in words[:1] if key not in (cells or list(drawn))[:1]]


def slide(screen: Board) -> None:
    """Leave of a board what fills a slide: the picture that a view opens with, and what follows from it.

    What follows are the next words, or other bars, with the matrix beside it that has what is chosen; else the pictures
    beside the first that are of its kind, with which it is compared; else the next picture in another column, with
    those below it that are as low.
    """
    pictures, places = screen.pictures(), [column for row in screen.places() for column in row if column]
    four = [column[0] for column in places if pictures[column[0]].name in _FOUR]
    if len(four) == 4:
        curves = [key for key, each in pictures.items() if each.name == "curves"]
        return screen.only([four, curves[:1]] if curves else [four[0::2], four[1::2]], alike=True)
    drawn: dict[str, str] = {}
    for key, each in pictures.items():
        if each.values.size or each.name in (_SHOWN if drawn else _OPENING):
            drawn[key] = each.name
    first, *others = [key for key, name in drawn.items() if name != "token_chips"] or list(drawn)[:1] or [""]
    if not first:
        return
    if sentences := [key for key, each in pictures.items() if each.name == "tinted_sentences"]:
        return screen.only([[first], sentences[:1]], alike=False, widest=1)  # they are read, and need the width
    own = next(column for column in places if first in column)
    row = next(row for row in screen.places() if own in row)
    peers = [column[0] for column in row if column and pictures[column[0]].name == drawn[first]]
    peers = peers if len(peers) == 4 or drawn[first] == "matrix" else peers[:2]
    chosen = [key for key in others if drawn[key] == "matrix" and _opens(pictures[first], pictures[key])][:1]
    bars = [key for key in others if drawn[key] == "bars" and key not in chosen]
    if len(peers) > 1 and first in peers and (not bars or bars[0] in peers):
        return screen.only([peers[0::2], peers[1::2]] if len(peers) == 4 else [[each] for each in peers], alike=True)
    elsewhere = [key for key in others if key not in (*chosen, *own)] or [
        key for key, each in pictures.items() if each.name in _BESIDE and key not in (first, *own)
    ]
    if not bars[1:] and drawn[first] == "bars" and elsewhere and pictures[elsewhere[0]].name == "word_grid":
        return screen.only([elsewhere[:1]], alike=True)  # it names the rows itself, and needs the width
    few = [key for key in bars[1:2] if _lines(pictures[key]) <= _FEW and _lines(pictures[bars[0]]) <= 2 * _FEW]
    for key in few:
        pictures[key].header["says"] = []
    together = [key for key in own[own.index(first) :] if not bars and pictures[key].name == drawn[first]]
    consequence = [*bars[:1], *few] if bars else elsewhere[:1]
    below = next((column for column in places if column[:1] == consequence[:1]), [])
    low = [key for key in below if pictures[key].header.get("low")]
    if len(low) > 1:  # two by two: below each other the last would be off the slide
        return screen.only([together or [first], low[0::2], low[1::2]], alike=False, widest=0)
    for key in low:
        pictures[key].header["low"] = False  # it is alone, and has the height
    maps = bool(chosen) and drawn[first] == "matrix"
    screen.only([each for each in (together or [first], chosen, consequence) if each], alike=maps)


def _opens(first: Drawn, other: Drawn) -> bool:
    """Whether a matrix has what is chosen: the head of a grid, or a cell where the first matrix has none."""
    chosen = bool(other.header.get("selected")) and not first.header.get("selected")
    return first.name == "head_grid" or (first.name == "matrix" and chosen)


def _lines(picture: Drawn) -> int:
    return len(picture.header["bars"])


def compare(screen: Board, then: Board, pin: Pin, state: State) -> None:
    """Above the rows of a board: its pinned pictures before, now, and what differs."""
    changed = _apart_in_words(_texts(pin.state), _texts(state))
    keys = [pin.picture] if pin.picture else about(screen)
    pairs = [(before, now) for key in keys if (before := then.drawn(key)) and (now := screen.drawn(key))]
    with screen.on_top():
        for words in then.told:
            screen.note(f"As pinned: {words}")
        for number, (before, now) in enumerate(pairs):
            if before.name == now.name == "looks":
                now.header.update(_ghost(before, now))
                screen.note(f"Grey ribbons and dashed bars: as pinned. {changed}")
                continue
            if number == 0:
                screen.heading("Pinned, and now", changed)
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
                if before.name == now.name == "matrix":
                    _cells(before, now, ending)
                elif before.name == now.name == "head_grid":
                    _heads(before, now, ending)
                differences(
                    before, now, alt="The numbers that differ most, pinned and now.", key=f"{_COPY}list{ending}"
                )


@cached(most=_KEPT)
def as_it_was(state: State, deeper: bool) -> Board:
    """The board of a state that is pinned, drawn once for all visitors."""
    return state.view.board(state, deeper=deeper)


def _texts(state: State) -> dict[str, Texts]:
    """What the address says, and the sentence where it says none: the example."""
    box = state.view.box
    example = {box.key: written(state[box])} if box else {}
    return example | {key: written(value) for key, value in state.items if key not in ("present", "arithmetic")}


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


def _ghost(before: Drawn, now: Drawn) -> dict[str, Any]:
    """The pinned ribbons and bars, for the large sentence to draw with its own; None for a bar that was not there."""
    word, words = before.header["chosen"], len(before.header["words"])
    chances = dict(before.header["following"])
    return {
        "ghost": {"word": word, "weights": before.values[word * words : (word + 1) * words].tolist()},
        "before": [chances.get(token) for token, _ in now.header["following"]],
    }


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
    of_heads(
        changed,
        noun=f"largest change of {noun}",
        extent=max(1.0, float(changed.max())),
        alt=f"The largest change of {noun} in each head.",
        key=f"{_COPY}difference{ending}",
    )
