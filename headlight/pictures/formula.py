"""Lines of mathematics with the current numbers in them, typeset by the browser itself."""

from collections.abc import Sequence

from headlight.pictures.board import Board
from headlight.pictures.headers import Formula


def formula(screen: Board, lines: Sequence[Sequence[Sequence[str]]], *, key: str) -> None:
    """Show lines of MathML, one under the other, light enough for every key.

    A line has a left and a right side, which are aligned where they meet, or one side alone; a side is whole <math>
    elements, between which a narrow screen may break it. What they show must be escaped.
    """
    header: Formula = {"rows": [[list(side) for side in line] for line in lines]}
    screen.picture("formula", header, key=key)
