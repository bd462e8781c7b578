"""What a board would send to the browser, caught on its way: the headers and the numbers of its pictures, the bytes."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, get_type_hints

import numpy as np

from headlight.pictures import Screen

KEY = "k"  # of the one picture on a board


@dataclass(frozen=True)
class Caught:
    """The message of one board."""

    message: bytes

    @cached_property
    def shared(self) -> dict[str, Any]:
        """The header of the board: `text`, `palettes` and `rows`."""
        return json.loads(self.message[4 : self._end])

    @property
    def items(self) -> list[dict[str, Any]]:
        """Pictures, headings and notes in their order."""
        return [item for row in self.shared["rows"] for column in row for item in column["items"]]

    @property
    def picture(self) -> dict[str, Any]:
        """The only picture: `name`, `key`, `header`, `choosable`, `dtype`, and where its numbers are."""
        (found,) = [item for item in self.items if item["kind"] == "picture"]
        return found

    @property
    def header(self) -> dict[str, Any]:
        """The header of the only picture."""
        return self.picture["header"]

    @property
    def values(self) -> np.ndarray:
        """The numbers of the only picture, flat."""
        return self.of(self.picture)

    def of(self, item: dict[str, Any]) -> np.ndarray:
        """The numbers of one picture of the board, flat."""
        start = self._end + item["start"]
        return np.frombuffer(self.message[start : start + item["length"]], dtype=item["dtype"])

    @property
    def _end(self) -> int:
        return 4 + int.from_bytes(self.message[:4], "little")


def caught(function: Callable[..., None], *arguments: Any, **named: Any) -> Caught:
    """Draw with a method of a screen, or a function of one, and keep what the board would send."""
    board = Screen()
    function(board, *arguments, **in_values(function, named))
    return Caught(board.message())


def values_of(function: Callable[..., None]) -> dict[str, type]:
    """The parameters of a picture that are values of several fields, such as `Labels`."""
    hints = get_type_hints(getattr(function, "__wrapped__", function))
    return {name: kind for name, kind in hints.items() if hasattr(kind, "_fields")}


def in_values(function: Callable[..., None], named: Mapping[str, Any]) -> dict[str, Any]:
    """Put fields that a test names, such as `rows`, into the values that have them."""
    given = dict(named)
    for name, kind in values_of(function).items():
        fields = {field: given.pop(field) for field in kind._fields if field in given}
        if fields:
            given[name] = kind(**fields)
    return given


def listen(_: object) -> None:
    """Somebody listens."""
