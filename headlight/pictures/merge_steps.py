"""Byte-pair encoding of one word, a row for each step: which merge it was, and the pieces, the new ones filled."""

from collections.abc import Collection, Sequence

from headlight.pictures.board import Board
from headlight.pictures.headers import MergeStep, MergeSteps

Row = tuple[str, Sequence[str], Collection[int]]  # a note, the pieces, and the places of those that were just made


def merge_steps(
    screen: Board, rows: Sequence[Row], *, alt: str, key: str, says: Sequence[tuple[str, bool]] = ()
) -> None:
    """Draw a row of pieces for each step, the first one at the top, with its note at the left.

    `says` is a sentence under the steps, in pieces; True is written strong.
    """
    steps: list[MergeStep] = [
        {"note": note, "pieces": [{"text": piece, "new": index in new} for index, piece in enumerate(pieces)]}
        for note, pieces, new in rows
    ]
    header: MergeSteps = {"steps": steps, "alt": alt, "says": list(says)}
    screen.picture("merge_steps", header, key=key)
