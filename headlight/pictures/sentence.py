"""A sentence that reads a picture aloud, where tokens typed by strangers stay plain text."""

from collections.abc import Sequence
from typing import TypedDict

from headlight.pictures.picture import Door, Drawn, Piece, Says, picture, spoken


class Sentence(TypedDict):
    """See `sentence`."""

    pieces: list[Piece]
    large: bool


@picture(no_table="words alone", no_alt="its words are read")
def sentence(pieces: Says, *, key: str, large: bool = False, shows: Sequence[Door] = ()) -> Drawn[Sentence]:
    """Write the pieces one after another; those with True are strong, and a `large` one is a picture by itself.

    `shows` is where each number opens that is strong.
    """
    header: Sentence = {"pieces": list(pieces), "large": large}
    return Drawn(header, key=key, doors=shows)


@sentence.says
def says(drawn: Drawn[Sentence]) -> str:
    """The sentence itself."""
    return spoken(drawn.header["pieces"])
