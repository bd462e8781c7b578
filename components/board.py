"""Several pictures shown as one component, so that a key press reaches the browser in one message and one repaint."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from components.payload import collector, mount, pack

_HTML = '<div class="board"></div>'


class Board:
    """Rows of columns of pictures, headings and notes, in the order in which they are added."""

    def __init__(self) -> None:
        self._rows: list[list[dict[str, Any]]] = [[{"weight": 1, "items": []}]]
        self._data = bytearray()
        self._listeners: dict[str, Callable[[], None]] = {}

    def columns(self, *weights: int) -> "Iterator[None]":
        """Begin a row; each step of the iterator fills its next column, as wide as its weight says."""
        self._rows.append([])
        for weight in weights:
            self._rows[-1].append({"weight": weight, "items": []})
            yield
        self._rows.append([{"weight": 1, "items": []}])

    def heading(self, title: str, hint: str) -> None:
        """A heading, and one sentence that says what to look for."""
        self._put(kind="heading", title=title, words=hint)

    def note(self, words: str) -> None:
        """A line in small type."""
        self._put(kind="note", words=words)

    def add(self, name: str, html: str, key: str, data: bytes, listeners: dict[str, Callable[[], None]]) -> None:
        """A picture; called by `mount` while the board collects."""
        self._put(kind="picture", name=name, html=html, key=key, start=len(self._data), length=len(data))
        self._data += data
        self._listeners |= listeners

    def _put(self, **item: Any) -> None:
        self._rows[-1][-1]["items"].append(item)

    def mount(self, key: str) -> None:
        """Show everything that was added. A listener finds its value in `st.session_state[key]`."""
        rows = [row for row in self._rows if any(column["items"] for column in row)]
        data = pack({"rows": rows}, np.frombuffer(bytes(self._data), dtype=np.uint8))
        mount("board", _HTML, key=key, data=data, **self._listeners)


@contextmanager
def board(*, key: str) -> Iterator[Board]:
    """Collect the pictures that are drawn inside the `with` block, and show them as one component at its end."""
    collected = Board()
    before = collector.set(collected)
    try:
        yield collected
    finally:
        collector.reset(before)
    collected.mount(key)
