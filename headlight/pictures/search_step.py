"""One step of a beam search as a list: each hypothesis with one more piece, how likely it is, and what became of it."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from headlight.pictures.board import Board


class Continuation(NamedTuple):
    """A hypothesis with one more piece."""

    before: str  # the text of the hypothesis
    piece: str
    probability: float  # of the piece after that hypothesis
    log_probability: float  # of all its pieces
    fate: Literal["kept", "ended", "dropped"]


def search_step(screen: Board, rows: Sequence[Continuation], *, alt: str, key: str) -> None:
    """List the continuations, the likeliest first; those that were dropped are faded."""
    screen.picture("search_step", {"rows": [row._asdict() for row in rows], "alt": alt}, key=key)
