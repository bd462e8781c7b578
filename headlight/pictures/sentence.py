"""A sentence that reads a picture aloud, where tokens typed by strangers stay plain text."""

from collections.abc import Sequence

from headlight.pictures.board import Board
from headlight.pictures.headers import Sentence


def sentence(screen: Board, pieces: Sequence[tuple[str, bool]], *, key: str, large: bool = False) -> None:
    """Write the pieces one after another; those with True are strong, and a `large` one is a picture by itself."""
    header: Sentence = {"pieces": list(pieces), "large": large}
    screen.picture("sentence", header, key=key)
