"""The end of a sentence that was read in training, and what a change of one word does: a part of `looks`."""

from collections.abc import Sequence
from typing import NamedTuple, TypedDict

from headlight.pictures.picture import Piece, Says


class LooksPlace(TypedDict):
    """A place where the end of the sentence was read: what is before and after it, and the name of the text."""

    before: str
    after: str
    source: str


class LooksSwap(TypedDict):
    """A word in the place of the chosen one, what comes next then, how likely, and whether that is another word."""

    word: str
    next: str
    chance: str
    flips: bool


class LooksRead(TypedDict):
    """The end of the sentence that was read in training, and what a change of one word does: see `Read`."""

    says: list[Piece]
    begins: float
    end: str
    places: list[LooksPlace]
    eases: list[float | None]
    asks: str
    swaps: list[LooksSwap]


class Swap(NamedTuple):
    """A word in the place of another, what comes next then, how likely, and whether that is not what came before."""

    word: str
    next: str
    chance: str
    flips: bool


class Read(NamedTuple):
    """The end of a sentence that was read in training, as a line that opens its places, and what a change of it does.

    The end that was read is underlined: it begins in a word, 2.5 in the middle of the third. Of each of its places
    there are the words before and after it and the name of the text. `eases` are of each word the share of plausible
    others that flip what comes next, None where none was tried. `asks` stands before the `swaps` of the chosen word.
    """

    says: Says
    begins: float
    end: str
    places: Sequence[tuple[str, str, str]]
    eases: Sequence[float | None] = ()
    asks: str = ""
    swaps: Sequence[Swap] = ()
