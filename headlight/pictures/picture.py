"""A picture is a value: `@picture` over the function of its file makes it, and a screen has it as a method.

The file tells all of it: the header that its script is given, what it draws from, its table, and where it has them its
still form, its outline and what it is beside a pinned one.
"""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import update_wrapper
from types import MethodType
from typing import Any, Concatenate, Generic, Literal, NamedTuple, ParamSpec, Protocol, TypeVar, overload

import numpy as np

from headlight.pictures import tables

Header = TypeVar("Header", bound=Mapping[str, Any])
P = ParamSpec("P")
Hook = TypeVar("Hook", bound=Callable[..., Any])
Piece = tuple[str, bool]  # of a sentence; what is True is written strong
Says = Sequence[Piece]  # a sentence

# Called with what was chosen in a picture, as JSON brings it: lists, numbers, words. It returns the keys of the address
# that the choice sets, with their values.
OnChoose = Callable[[Any], Mapping[str, Any] | None]

# Where the numbers of an array open: a stage, and on each of its axes a place, or [axis of the array, the place of its
# first number] or [axis of the array, the place of each]. In a causal one no key after its query opens.
# They are of the pass of the text, or with `cut` of one with this cut, as the address has it.
Door = dict[str, Any]

# What a pinned view is about: its first picture of cells, else of numbers, and its words; a table where it has neither.
About = Literal["cells", "numbers", "words", "table"]


class Still(NamedTuple):
    """A drawing: its elements, and its size in pixels."""

    parts: list[str]
    width: float
    height: float


@dataclass(frozen=True, eq=False)
class Drawn(Generic[Header]):
    """A picture with what it shows, under its key.

    Attributes:
        header: words and single numbers, which its script is given.
        values: its numbers: float32 (exact numbers), uint8 (colours) or uint16 (see `tables.decoded`).
        key: by which its view and the address know it.
        table: where its titles, labels and numbers are; None for one that has none.
        on_choice: called with what is chosen in it, each time that it is: the same cell twice is two choices.
        doors: where the numbers of each of its arrays open.
        picture: what it is; `@picture` sets it.
    """

    header: Header
    values: np.ndarray = field(default_factory=lambda: np.empty(0, dtype=np.uint8))
    table: tables.Table | None = None
    key: str = field(kw_only=True)
    on_choice: OnChoose | None = field(default=None, kw_only=True)
    doors: Sequence[Door | None] = field(default=(), kw_only=True)
    picture: "Picture[..., Header]" = field(default=None, kw_only=True)  # pyrefly: ignore[bad-assignment]

    @property
    def name(self) -> str:
        """The name of the picture and of its script."""
        return self.picture.name

    def same_as(self, other: "Drawn[Any]") -> bool:
        """Whether the browser would paint both alike."""
        first, second = ((each.name, as_json(each.header), each.values.tobytes()) for each in (self, other))
        return first == second

    @property
    def rows(self) -> tables.Rows | None:
        """Its numbers as a table; None for a picture that has none, such as a formula."""
        return tables.rows(self.table, self.header, self.values) if self.table else None

    @property
    def says(self) -> str:
        """The sentence that reads it aloud; empty where it has none."""
        return self.picture.read(self)


class Board(Protocol):
    """A board, to which a picture is added."""

    def put(self, drawn: Drawn[Any]) -> None: ...


class Method(Generic[P]):
    """A function that draws a picture, as a method of a screen, which puts the picture on it."""

    def __init__(self, function: Callable[P, Drawn[Any]]) -> None:
        def method(board: Board, *given: P.args, **named: P.kwargs) -> None:
            board.put(function(*given, **named))

        self._method = update_wrapper(method, function)

    @overload
    def __get__(self, board: None, owner: type) -> Callable[Concatenate[Any, P], None]: ...
    @overload
    def __get__(self, board: Board, owner: type) -> Callable[P, None]: ...
    def __get__(self, board: Board | None, owner: type) -> Callable[..., None]:
        return self._method if board is None else MethodType(self._method, board)


class Picture(Generic[P, Header]):
    """A picture: see `picture`. Its hooks are functions of its file, None where it has none."""

    def __init__(
        self,
        function: Callable[P, Drawn[Header]],
        *,
        about: About = "numbers",
        no_table: str = "",
        no_alt: str = "",
        introduces: bool = False,
        least: Callable[[Header], int] = lambda header: 280,
    ) -> None:
        update_wrapper(self, function)
        self.name = function.__name__
        self.function = function
        self.others = list[str]()  # the functions of its file that draw it too
        self.about, self.introduces, self.least = about, introduces, least
        self.no_table, self.no_alt = no_table, no_alt
        self.draw_still: Callable[[Drawn[Header], Mapping[str, Any]], Still] | None = None
        self.outline: Callable[[Drawn[Header], Drawn[Header]], None] | None = None
        self.pin: Callable[[Drawn[Header], Drawn[Header]], str] | None = None
        self.compare: Callable[[Drawn[Header], Drawn[Header], str], Drawn[Any] | None] | None = None
        self.read: Callable[[Drawn[Header]], str] = lambda drawn: spoken(drawn.header.get("says", ()))

    def __call__(self, *given: P.args, **named: P.kwargs) -> Drawn[Header]:
        return replace(self.function(*given, **named), picture=self)

    def also(self, function: Hook) -> Hook:
        """Make a method of a screen of another function that draws it."""
        self.others.append(function.__name__)
        return function

    def still(self, function: Hook) -> Hook:
        """Draw it without a browser: (drawn, palette) -> the elements of an SVG, with their size."""
        self.draw_still = function
        return function

    def outlined(self, function: Hook) -> Hook:
        """Outline in it what it was before a change, unless it compares already: (now, before)."""
        self.outline = function
        return function

    def pinned(self, function: Hook) -> Hook:
        """Show in it what is pinned, so that it needs none beside it: (now, before) -> what it looks like."""
        self.pin = function
        return function

    def compared(self, function: Hook) -> Hook:
        """Draw what differs: (now, before, key) -> a picture under this key; None where nothing can be compared."""
        self.compare = function
        return function

    def says(self, function: Hook) -> Hook:
        """Read it aloud, where that is not what its header `says`: (drawn) -> a sentence."""
        self.read = function
        return function


@overload
def picture(function: Callable[P, Drawn[Header]], /) -> Picture[P, Header]: ...
@overload
def picture(
    *,
    about: About = "numbers",
    no_table: str = "",
    no_alt: str = "",
    introduces: bool = False,
    least: Callable[[Any], int] = ...,
) -> Callable[[Callable[P, Drawn[Header]]], Picture[P, Header]]: ...
def picture(function: Callable[..., Drawn[Any]] | None = None, /, **about: Any) -> Any:
    """Make a picture of a function that draws one.

    Args:
        function: from what it draws to a `Drawn`. It has the name of its file and of its script.
        about: what a pinned view compares it as.
        no_table: why it has no table, if it has none.
        no_alt: why it has no alternative text, if it has none.
        introduces: whether it stands over the picture that a view is about.
        least: from its header the pixels that it needs at least, beside a pinned one.

    Returns:
        The picture, which is called as the function is.
    """
    return Picture(function, **about) if function else lambda function: Picture(function, **about)


def spoken(says: Says) -> str:
    """Return a sentence as plain text."""
    return "".join(words for words, _ in says)


def as_json(header: Any) -> str:
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
