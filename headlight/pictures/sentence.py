"""A sentence that reads a picture aloud, where tokens typed by strangers stay plain text."""

from collections.abc import Sequence

from headlight.pictures.board import Board, Door
from headlight.pictures.headers import Says, Sentence


def sentence(screen: Board, pieces: Says, *, key: str, large: bool = False, shows: Sequence[Door] = ()) -> None:
    """Write the pieces one after another; those with True are strong, and a `large` one is a picture by itself.

    `shows` is where each number opens that is strong.
    """
    header: Sentence = {"pieces": list(pieces), "large": large}
    screen.picture("sentence", header, key=key, doors=shows)
