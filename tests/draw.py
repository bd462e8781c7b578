"""A view as the tests see it: drawn for a state, without a page around it."""

import base64
from typing import Any

import numpy as np

from headlight.pictures import OnChoose
from headlight.state.registry import find
from headlight.state.state import State
from tests.mathml import plain
from tests.pictures.caught import Caught


class Drawing:
    """The boards of a view: its main one, that with more pictures, and with `deeper` that of its arithmetic."""

    def __init__(self, state: State, *, deeper: bool = False) -> None:
        self.state = state
        self._boards = [*state.view.boards(state, deeper=deeper)]
        self._sent = [Caught(board.message()) for board in self._boards]

    @property
    def items(self) -> list[dict[str, Any]]:
        """Everything that stands on the boards, from the top down: pictures, headings and notes."""
        return [item for board in self.boards for item in board]

    @property
    def boards(self) -> list[list[dict[str, Any]]]:
        """The same, board by board."""
        return [sent.items for sent in self._sent]

    @property
    def listeners(self) -> list[OnChoose]:
        """What is called with choices in its pictures."""
        return [listener for board in self._boards for listener in board.listeners.values()]

    @property
    def headings(self) -> list[str]:
        """Return what stands under the headings."""
        return [item["words"] for item in self.items if item["kind"] == "heading"]

    @property
    def titles(self) -> list[str]:
        """The headings themselves."""
        return [item["title"] for item in self.items if item["kind"] == "heading"]

    @property
    def notes(self) -> list[str]:
        """The lines in small type."""
        return [item["words"] for item in self.items if item["kind"] == "note"]

    @property
    def keys(self) -> list[str]:
        """The keys of the pictures."""
        return [item["key"] for item in self.items if item["kind"] == "picture"]

    def payload(self, key: str) -> dict[str, Any]:
        """The header of a picture, with the text of its board and whether it can be clicked. KeyError without one."""
        for sent in self._sent:
            for item in sent.items:
                if item["kind"] == "picture" and item["key"] == key:
                    return {**item["header"], "text": sent.shared["text"], "choosable": item["choosable"]}
        raise KeyError(f"no picture {key!r}, only {self.keys}")

    def numbers(self, key: str) -> np.ndarray:
        """The numbers of a picture, flat."""
        return next(drawn.values for board in self._boards if (drawn := board.drawn(key)))

    def hidden(self, key: str) -> np.ndarray:
        """Which numbers of a picture are hatched as hidden, flat."""
        bits = np.frombuffer(base64.b64decode(self.payload(key)["hidden"]), dtype=np.uint8)
        return np.unpackbits(bits)[: self.numbers(key).size].astype(bool)

    def formula(self, key: str) -> str:
        """A formula as plain text: fractions with a slash, _ and ^ for what is below and above."""
        return plain(self.payload(key)["rows"])

    def says(self, key: str) -> str:
        """The sentence of a picture."""
        return "".join(words for words, _ in self.payload(key)["says"])

    def chosen(self, key: str, value: Any) -> dict[str, Any]:
        """The keys of the address that a choice in a picture sets."""
        return dict(next(board.listeners[key](value) or {} for board in self._boards if key in board.listeners))


def draw(name: str, *, deeper: bool = False, **values: Any) -> Drawing:
    """A view by its short address, in the state that `values` say."""
    return Drawing(State.of(find(name), **values), deeper=deeper)
