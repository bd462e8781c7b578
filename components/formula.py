"""Lines of mathematics with the current numbers in them, typeset by the browser itself."""

import re
from collections.abc import Sequence
from functools import lru_cache

from latex2mathml.converter import convert

from components.board import picture

# Where a long line may be broken on a narrow screen: before a relation, a term or a remark outside of brackets.
_BREAK = re.compile(r"\s(?=(?:=|\\geq|<|\+|-|\\quad)\s)")
# What the converter leaves to the browser, and the browser would space or slant wrongly: each pattern, and its place.
_MENDED = [
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"<mi>([A-Za-z]|&#x(?!0039|003A)\w+;)</mi>", r'<mi class="variable">\1</mi>'),
        # A word beside a lone operator counts as space in MathML, and so do dots as operators.
        (r"<(/?)mtext>", r"<\1mi>"),
        (r"<mo>([A-Za-z]+|&#x022EF;|&#x02026;|&#x0221E;)</mo>", r"<mi>\1</mi>"),
        (r"&#x0005E;", "&#x002C6;"),  # a hat
        (r"<mo>&#x0002F;</mo>", r'<mo lspace="0" rspace="0">&#x0002F;</mo>'),
        # An operator at the beginning of a piece is no sign, a minus after another operator is one.
        (
            r"^(<math[^>]*><mrow>)<mo>(&#x0003D;|&#x0003C;|&#x02265;|&#x0002B;|&#x02212;)</mo>",
            r'\1<mo form="infix">\2</mo>',
        ),
        (
            r"(<mo[^>]*>&#x(?:0002[8C]|0003D|000B7|000D7);</mo>)<mo>&#x02212;</mo>",
            r'\1<mo form="prefix">&#x02212;</mo>',
        ),
        (r"(<mi>(?:sin|cos|ln|log)</mi>)(?=<m[in])", r'\1<mspace width="0.17em"/>'),
    )
]


def formula(lines: Sequence[str], *, key: str) -> None:
    """Typeset LaTeX, one line under the other; an & in each marks where the lines are aligned, as in `aligned`.

    The lines become MathML, which a browser draws by itself, light enough for every key.
    They hold numbers and names of the course, nothing that a reader has typed.
    """
    rows = [[_pieces(side) for side in _sides(line)] for line in lines]
    picture("formula", {"rows": rows}, key=key)


def _sides(line: str) -> list[str]:
    """What stands left and right of a line's first & outside of an environment; a line without one is whole."""
    if r"\begin" in line:
        return [line]
    left, _, right = line.partition("&")
    return [left, right] if right else [left]


def _pieces(side: str) -> list[str]:
    """A side as MathML, in pieces between which the browser may break the line."""
    if r"\begin" in side:
        return [_mathml(side)]
    pieces, depth, start = [], 0, 0
    for place, sign in enumerate(side):
        depth += (sign in "{(") - (sign in ")}")
        depth += side.startswith(r"\left", place) - side.startswith(r"\right", place)
        if depth == 0 and side[start:place].strip() not in {"", r"\quad"} and _BREAK.match(side, place):
            pieces.append(side[start:place])
            start = place
    return [_mathml(piece) for piece in (*pieces, side[start:]) if piece.strip()]


@lru_cache(maxsize=2000)  # of all visitors; most pieces hold no numbers and come again with every key
def _mathml(latex: str) -> str:
    typeset = convert(latex, display="block").replace('display="block"', 'displaystyle="true"')
    for pattern, mended in _MENDED:
        typeset = pattern.sub(mended, typeset)
    return typeset
