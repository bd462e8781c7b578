"""Lines of mathematics with the current numbers in them, typeset by the browser itself."""

from collections.abc import Sequence
from typing import TypedDict

from headlight.pictures.picture import Drawn, picture


class Formula(TypedDict):
    """See `formula`: rows of sides of elements of MathML."""

    rows: list[list[list[str]]]


@picture(no_table="mathematics is no list of numbers", no_alt="mathematics is read as it is")
def formula(lines: Sequence[Sequence[Sequence[str]]], *, key: str) -> Drawn[Formula]:
    """Show lines of MathML, one under the other, light enough for every key.

    A line has a left and a right side, which are aligned where they meet, or one side alone; a side is whole <math>
    elements, between which a narrow screen may break it. What they show must be escaped.
    """
    header: Formula = {"rows": [[list(side) for side in line] for line in lines]}
    return Drawn(header, key=key)
