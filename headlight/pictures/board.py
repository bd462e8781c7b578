"""A board of pictures, headings and notes: one message of bytes, which `components/board.js` paints in one frame."""

import base64
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import zip_longest
from typing import Any, TypeVar

import numpy as np
from jaxtyping import Bool
from numpy import ndarray as Array

from headlight.pictures.design_tokens import palettes
from headlight.pictures.picture import Drawn, OnChoose, as_json

Item = TypeVar("Item")


class Column:
    """One column of a row. What is added inside its `with` block stands in it."""

    def __init__(self, board: "Board", weight: int, least: int = 0) -> None:
        self.weight, self.least, self.items = weight, least, list[dict[str, Any]]()
        self._board = board

    def __enter__(self) -> None:
        self._board.inside = self

    def __exit__(self, *error: object) -> None:
        self._board.inside = None

    @contextmanager
    def headed(self, title: str, hint: str) -> Iterator[None]:
        """Open a `with` block under a heading."""
        with self:
            self._board.heading(title, hint)
            yield


class Board:
    """Rows of columns of pictures, headings and notes, in the order in which they are added.

    `text` is what the pictures are made of: once they are painted, it stands in the board's `data-text`. `model` is
    named in saved files.
    """

    def __init__(self, text: str = "", model: str = "") -> None:
        self.inside: Column | None = None
        self.text, self.model = text, model
        self.leads = False  # whether a number of it opens
        self.told = dict[str, bool]()  # what became of the texts, in sentences; True where Python warns of it
        self._rows = [[Column(self, 1)]]  # the last row is as wide as the page, for what stands in no column
        self._drawn = list[Drawn[Any]]()
        self.listeners: dict[str, OnChoose] = {}
        self.reveal = 0  # increased, it makes the browser scroll to this board
        self.pins = False  # whether its pictures offer to be pinned
        self.faded = False  # whether its pictures are of what was there before; its words say so
        self.again = 0  # a number, where it is asked for again, because the work behind it goes on
        self.pause = 0.0  # seconds until then; what comes from the server before takes its place

    def columns(self, *weights: int, least: Sequence[int] = ()) -> list[Column]:
        """A row of columns, each as wide as its weight says, but not narrower than so many pixels: it moves down.

        Raises:
            RuntimeError: inside a column; rows of columns are not nested.
        """
        if self.inside:
            raise RuntimeError("a row of columns cannot be inside a column")
        row = [Column(self, *weight_and_least) for weight_and_least in zip_longest(weights, least, fillvalue=0)]
        self._rows += [row, [Column(self, 1)]]
        return row

    def beside(self, items: Iterable[Item], *, least: int = 0) -> Iterator[Item]:
        """These one by one, each in a column of its own: what is added for one stands beside that of the others."""
        every = list(items)
        row = self.columns(*[1] * len(every), least=[least] * len(every))
        for item, column in zip(every, row, strict=True):
            with column:
                yield item

    def about(self, text: str, model: str) -> None:
        """Say what the pictures are made of, where it is not the text of the box read by the model of the page."""
        self.text, self.model = text, model

    def heading(self, title: str, hint: str) -> None:
        """A heading, and one sentence that says what to look for."""
        self._put(kind="heading", title=title, words=hint)

    def note(self, words: str) -> None:
        """A line in small type."""
        self._put(kind="note", words=words)

    def tell(self, words: str, *, warns: bool = False) -> None:
        """A line above all else, on a slide too: what became of a text, where the pictures are not of all of it."""
        self.told[words] = warns

    def put(self, drawn: Drawn[Any]) -> None:
        """Draw with `browser/pictures/NAME.js` and its style."""
        values = np.ascontiguousarray(drawn.values).ravel()
        drawn = replace(drawn, values=values)
        about: dict[str, Any] = {"name": drawn.name, "key": drawn.key, "header": drawn.header}
        about["choosable"] = drawn.on_choice is not None
        if any(drawn.doors):
            about["doors"], self.leads = list(drawn.doors), True
        if drawn.table:
            about["table"] = drawn.table
        length = sum(each.values.nbytes for each in self._drawn)
        self._put(kind="picture", **about, dtype=values.dtype.name, start=length, length=values.nbytes)
        self._drawn.append(drawn)
        if drawn.on_choice:
            self.listeners[drawn.key] = drawn.on_choice

    def items(self) -> Iterator[dict[str, Any]]:
        """All that stands on it, in the order in which it was added."""
        return (item for row in self._rows for column in row for item in column.items)

    def drawn(self, key: str) -> Drawn[Any] | None:
        """The picture of this key; None where there is none."""
        return next((drawn for drawn in self._drawn if drawn.key == key), None)

    @property
    def has_pictures(self) -> bool:
        """Whether a picture was added."""
        return bool(self._drawn)

    def pictures(self) -> dict[str, Drawn[Any]]:
        """All pictures by their keys, in the order in which they were added."""
        keys = [item["key"] for item in self.items() if item["kind"] == "picture"]
        return {key: drawn for key in keys if (drawn := self.drawn(key))}

    def outline(self, before: "Board") -> None:
        """Outline what a board showed before a change, in its pictures that show it after and compare nothing yet."""
        earlier = before.pictures()
        for key, now in self.pictures().items():
            was = earlier.get(key)
            if was and was.picture is now.picture and now.picture.outline and not was.same_as(now):
                now.picture.outline(now, was)

    def places(self) -> list[list[list[str]]]:
        """The keys of its pictures where they stand, [row][column][place]."""
        return [
            [[item["key"] for item in column.items if item["kind"] == "picture"] for column in row]
            for row in self._rows
        ]

    def leave_out_hints(self) -> None:
        """Keep of its headings the titles alone, where a story says what to look for."""
        for item in self.items():
            if item["kind"] == "heading":
                item["words"] = ""

    @contextmanager
    def on_top(self) -> Iterator[None]:
        """Put what is added inside the `with` block above all that was added before it."""
        below, self._rows = self._rows, [[Column(self, 1)]]
        try:
            yield
        finally:
            self._rows += below

    def _put(self, **item: Any) -> None:
        (self.inside or self._rows[-1][0]).items.append(item)

    def message(self) -> bytes:
        """The header's length (uint32, little-endian), the header as UTF-8 JSON, then the numbers of all pictures.

        The header tells what the pictures share, the text that they show, the model and the colours of both grounds,
        and of each picture its own header and which of the bytes are its numbers.
        """
        notes = Column(self, 1)
        notes.items = [{"kind": "note", "words": words} for words in self.told]
        rows = [
            [{"weight": column.weight, "least": column.least, "items": column.items} for column in row]
            for row in ([notes], *self._rows)
            if any(column.items for column in row)
        ]
        shared = {
            "text": self.text,
            "model": self.model,
            "palettes": palettes(),
            "pins": self.pins,
            **({"faded": True} if self.faded else {}),
            **({"again": [self.again, round(1000 * self.pause)]} if self.again else {}),
            "reveal": self.reveal,
        }
        header = as_json({**shared, "rows": rows}).encode()
        return len(header).to_bytes(4, "little") + header + b"".join(drawn.values.tobytes() for drawn in self._drawn)


# Which cells of a picture are hidden: a bit for each, because a mask is no number and must not look like one.


def hidden_bits(hidden: Bool[Array, "*cells"] | None) -> str:
    """The cells in the order of memory, eight in a byte, as base64; nothing is hidden where there are none."""
    return "" if hidden is None else base64.b64encode(np.packbits(np.ravel(hidden)).tobytes()).decode()


def hidden_of(bits: str, shape: tuple[int, ...]) -> Bool[Array, "*cells"]:
    """Return the cells again, in this shape."""
    cells = np.unpackbits(np.frombuffer(base64.b64decode(bits), dtype=np.uint8))[: np.prod(shape, dtype=int)]
    return cells.astype(bool).reshape(shape) if bits else np.zeros(shape, dtype=bool)
