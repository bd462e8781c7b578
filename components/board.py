"""The component of all pictures: a board of them, of headings and notes, sent as one message, painted in one frame."""

import json
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, partial
from itertools import zip_longest
from typing import Any

import numpy as np
import streamlit as st

from components.colours import palettes
from components.triggers import fired

_HTML = '<div class="board"></div>'
# A script that Streamlit is given as a file it puts into the page anew with each message, and waits for it to load:
# up to 20 ms a key. One given in words it runs at once; this one fetches the file, which lies beside the style.
_JS = """let board;
export default async (component) => {
  board ??= import(new URL("board.js", component.parentElement.querySelector("link").href));
  (await board).default(component);
};"""

Arrange = Callable[[str, "Board"], "Listener | None"]
Listener = Callable[[Any], None]  # is handed what was chosen in a picture, as JSON brings it: lists, numbers, words


@dataclass(frozen=True, eq=False)
class Drawn:
    """A picture of a board: the script that draws it, the words and the numbers that the script is given."""

    name: str
    header: dict[str, Any]
    values: np.ndarray

    def same_as(self, other: "Drawn") -> bool:
        """Whether the browser would paint both alike."""
        one, two = ((each.name, _json(each.header), each.values.tobytes()) for each in (self, other))
        return one == two


class Column:
    """One column of a row. What is added inside its `with` block stands in it."""

    def __init__(self, board: "Board", weight: int, least: int = 0) -> None:
        self.weight, self.least, self.items = weight, least, list[dict[str, Any]]()
        self._board = board

    def __enter__(self) -> None:
        self._board.inside = self

    def __exit__(self, *error: object) -> None:
        self._board.inside = None


class Board:
    """Rows of columns of pictures, headings and notes, in the order in which they are added."""

    def __init__(self, text: str, model: str) -> None:
        self.inside: Column | None = None
        self._text, self._model = text, model
        self._rows = [[Column(self, 1)]]  # the last row is as wide as the page, for what stands in no column
        self._values = bytearray()
        self._listeners: dict[str, Listener] = {}
        self._pin: Listener | None = None

    def columns(self, *weights: int, least: Sequence[int] = ()) -> list[Column]:
        """A row of columns, each as wide as its weight says, but not narrower than so many pixels: it moves down.

        Raises:
            RuntimeError: inside a column; rows of columns are not nested.
        """
        if self.inside:
            raise RuntimeError("a row of columns cannot stand in a column")
        row = [Column(self, *each) for each in zip_longest(weights, least, fillvalue=0)]
        self._rows += [row, [Column(self, 1)]]
        return row

    def heading(self, title: str, hint: str) -> None:
        """A heading, and one sentence that says what to look for."""
        self._put(kind="heading", title=title, words=hint)

    def note(self, words: str) -> None:
        """A line in small type."""
        self._put(kind="note", words=words)

    def picture(
        self, name: str, header: dict[str, Any], values: np.ndarray | None, key: str, on_choice: Listener | None
    ) -> None:
        """A picture, see the function `picture`."""
        values = np.empty(0, dtype=np.uint8) if values is None else np.ascontiguousarray(values)
        about = {"name": name, "key": key, "header": header, "choosable": on_choice is not None}
        self._put(kind="picture", **about, dtype=values.dtype.name, start=len(self._values), length=values.nbytes)
        self._values += values.tobytes()
        if on_choice:
            self._listeners[key] = on_choice

    def drawn(self, key: str) -> Drawn | None:
        """The picture of this key; None where there is none."""
        for item in (item for row in self._rows for column in row for item in column.items):
            if item["kind"] == "picture" and item["key"] == key:
                numbers = bytes(self._values[item["start"] :][: item["length"]])
                return Drawn(item["name"], item["header"], np.frombuffer(numbers, item["dtype"]))
        return None

    @contextmanager
    def on_top(self) -> Iterator[None]:
        """What is added inside the `with` block stands above all that was added before it."""
        below, self._rows = self._rows, [[Column(self, 1)]]
        token = _open.set(self)
        try:
            yield
        finally:
            _open.reset(token)
            self._rows += below

    def _put(self, **item: Any) -> None:
        (self.inside or self._rows[-1][0]).items.append(item)

    def message(self) -> bytes:
        """The header's length (uint32, little-endian), the header as UTF-8 JSON, then the numbers of all pictures.

        The header tells what the pictures share, the text that they show, the model and the colours of both grounds,
        and of each picture its own header and which of the bytes are its numbers.
        """
        rows = [
            [{"weight": column.weight, "least": column.least, "items": column.items} for column in row]
            for row in self._rows
            if any(column.items for column in row)
        ]
        shared = {"text": self._text, "model": self._model, "palettes": palettes(), "pins": self._pin is not None}
        header = _json({**shared, "rows": rows}).encode()
        return len(header).to_bytes(4, "little") + header + self._values

    def show(self, key: str) -> None:
        """Put everything that was added on the page; where boards are caught, hand it to who catches them."""
        if (taken := _taken.get()) is not None:
            taken[key] = self
            return
        self._pin = _arrange(key, self)
        listening: dict[str, Any] = {}
        if self._listeners:
            listening["on_chosen_change"] = partial(_hand_over, key, self._listeners)
        if pin := self._pin:
            listening["on_pinned_change"] = partial(_pin_it, key, pin)
        _component()(key=key, data=self.message(), **listening)


_open: ContextVar[Board | None] = ContextVar("open board", default=None)
_taken: ContextVar[dict[str, Board] | None] = ContextVar("boards that are caught", default=None)


def _as_it_is(key: str, board: Board) -> Listener | None:
    """No board is arranged, and no picture can be pinned."""
    return None


def _bundled() -> str:
    """The bundled model reads every text."""
    return "story"


_arrange: Arrange = _as_it_is
_name_of_model: Callable[[], str] = _bundled


def arranged_by(arrange: Arrange) -> None:
    """From now on `arrange` is given each board and its key before it is shown: it may add to it.

    What it gives back is told the key of a picture that the reader pins; None where pictures cannot be pinned.
    """
    global _arrange
    _arrange = arrange


def made_by(name: Callable[[], str]) -> None:
    """From now on `name` tells which model the pictures of a text come from, where the board is not told."""
    global _name_of_model
    _name_of_model = name


@contextmanager
def caught(boards: dict[str, Board]) -> Iterator[None]:
    """Boards that are to be shown inside the `with` block are put into `boards`, by their keys, and not shown."""
    token = _taken.set(boards)
    try:
        yield
    finally:
        _taken.reset(token)


@contextmanager
def board(*, key: str, text: str = "", model: str | None = None) -> Iterator[Board]:
    """Collect the pictures that are drawn inside the `with` block, and show them as one component at its end.

    `text` is what the pictures were made of: once they are painted, it stands in the board's `data-text`. `model` is
    named in saved files; by default the one that `made_by` tells, and none where there is no text.
    """
    with collecting(text, model) as collected:
        yield collected
    collected.show(key)


@contextmanager
def collecting(text: str = "", model: str | None = None) -> Iterator[Board]:
    """A board that takes the pictures drawn inside the `with` block, and is left to the caller."""
    collected = Board(text, (_name_of_model() if text else "") if model is None else model)
    before = _open.set(collected)
    try:
        yield collected
    finally:
        _open.reset(before)


def picture(
    name: str,
    header: dict[str, Any],
    values: np.ndarray | None = None,
    *,
    key: str,
    on_choice: Listener | None = None,
) -> None:
    """Draw with `browser/NAME.js` and `browser/NAME.css`, on the board that is open, else on one of its own.

    `values` is float32 (exact numbers) or uint8 (colours). `on_choice` is called with what is chosen in the picture,
    each time that it is: the same cell twice is two choices.
    """
    if collected := _open.get():
        collected.picture(name, header, values, key, on_choice)
    else:
        with board(key=key) as alone:
            alone.picture(name, header, values, key, on_choice)


def _hand_over(board: str, listeners: dict[str, Listener]) -> None:
    """Give what was chosen in a picture of the board to the picture's listener; a callback of the component."""
    key, value = fired(board, "chosen") or (None, None)
    if key in listeners:  # a click may have crossed with a message that took the picture away
        listeners[key](value)


def _pin_it(board: str, pin: Listener) -> None:
    """Pin the picture of the board that is to be; a callback of the component."""
    if key := fired(board, "pinned"):
        pin(key)


def _json(header: Any) -> str:
    """The header as JSON, which has no word for NaN and infinity: they are null there, and drawn as missing."""
    try:
        return json.dumps(header, allow_nan=False)
    except ValueError:
        return json.dumps(_finite(header), allow_nan=False)


def _finite(value: Any) -> Any:
    match value:
        case dict():
            return {key: _finite(inner) for key, inner in value.items()}
        case list() | tuple():
            return [_finite(inner) for inner in value]
        case float() if not math.isfinite(value):
            return None
    return value


@cache
def _component():
    """The component, made with the first picture: its files are known once Streamlit has read pyproject.toml."""
    return st.components.v2.component("headlight.board", html=_HTML, css="board.css", js=_JS)
