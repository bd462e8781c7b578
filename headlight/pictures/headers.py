"""The headers of pictures: what each script is given in words and single numbers, beside its array.

`python -m headlight.pictures.contract` writes `browser/headers.d.ts` from these, which the scripts are checked against.
"""

from typing import Literal, NotRequired, TypedDict

Piece = tuple[str, bool]  # of a sentence; what is True is written strong


class Matrix(TypedDict):
    """See `matrix`; `hidden` are bits, and `selected` is [row, column]."""

    rows: list[str]
    columns: list[str]
    noun: str
    alt: str
    scale: Literal["sequential", "diverging", "scores"]
    extent: float
    factor: float
    decimals: int
    hidden: str
    says: list[Piece]
    selected: tuple[int, int] | None
    row: int | None
    places: list[int]
    transposed: bool
    followed: int
    still: bool
    zeros: bool
    dragged: NotRequired[bool]


class Bar(TypedDict):
    """One of `Bars`."""

    label: str
    value: float
    before: float | None
    note: str
    faded: bool
    rest: NotRequired[bool]


class BarCut(TypedDict):
    """A line of `Bars`: its steps are [how it is called, the rows above the line], and it is `at` one of them."""

    name: str
    steps: list[tuple[str, float]]
    at: int


class Bars(TypedDict):
    """See `bars`; `colours` are the design tokens of what is above 0 and below, `ends` is said at the end."""

    bars: list[Bar]
    alt: str
    says: list[Piece]
    scale: float | None
    colours: list[str]
    ends: str
    cuts: NotRequired[list[BarCut]]


class Curves(TypedDict):
    """See `curves`; `colours` has no token where the picture does not know what it shows."""

    names: list[str]
    kinds: list[Literal["points", "dashed", "line"]]
    x_range: list[float] | None
    marks: dict[str, float] | None
    offer: str
    x_title: str
    y_title: str
    at: float | None
    logarithmic: str
    x_ticks: list[float]
    y_ticks: list[float]
    y_range: list[float]
    height: int
    above: int | None
    low: bool
    bare: bool
    alt: str
    colours: list[str]
    ends: str


class LooksWord(TypedDict):
    """A word of `Looks`, and whether it stands apart from the one before it."""

    text: str
    apart: bool


class LooksThen(TypedDict):
    """The offer under `Looks`: its words, and the position and the head that it leads to."""

    words: str
    word: int
    head: tuple[int, int]


class LooksLost(TypedDict):
    """The loss without each head: the probability that a word had, and that it has, [layer][head]."""

    word: str
    had: float
    has: list[list[float]]


class LooksDemonstration(TypedDict):
    """A ribbon's end that is moved to another word, and the probabilities of what comes next then."""

    edit: tuple[int, int, int, int, int]
    chances: list[float]


class LooksGhost(TypedDict):
    """Ribbons of another word, drawn pale behind."""

    word: int
    weights: list[float]


class Looks(TypedDict):
    """See `looks`; what a film does not give is not there."""

    words: list[LooksWord]
    chosen: int
    head: tuple[int, int]
    names: list[list[str]]
    following: list[tuple[str, float]]
    before: list[float]
    edits: list[tuple[int, int, int, int, int | None]] | None
    about: str
    alt: str
    shades: str
    low: NotRequired[bool]
    awaits: NotRequired[bool]
    then: NotRequired[LooksThen | None]
    compact: NotRequired[bool]
    places: NotRequired[list[int]]
    lost: NotRequired[LooksLost | None]
    demonstration: NotRequired[LooksDemonstration | None]
    still: NotRequired[bool]
    ghost: NotRequired[LooksGhost]


class Shuffles(TypedDict):
    """See `shuffles`; `order` are the old places in their new order."""

    names: list[str]
    notes: list[str]
    words: list[str]
    order: list[int]
    extent: float
    alt: str


class TreeTerm(TypedDict):
    """A term of a `TermTree`: of each of its factors, whether it opens."""

    name: str
    opens: list[bool]


class TreeLevel(TypedDict):
    """A column of a `TermTree`: see `Level`."""

    name: str
    place: str
    value: float
    factors: list[str]
    terms: list[TreeTerm]
    n_terms: int
    total: float
    says: list[Piece]
    opened: tuple[int, int] | None


class TermTree(TypedDict):
    """See `term_tree`."""

    before: list[tuple[str, str]]
    levels: list[TreeLevel]
    chosen: int
    alt: str
