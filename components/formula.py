"""Lines of mathematics with the current numbers in them, typeset by the browser itself."""

import re
from collections.abc import Sequence
from functools import lru_cache

from latex2mathml.converter import convert

from components.payload import mount, pack

_HTML = '<div class="picture formula" role="group" tabindex="0"></div>'
# Where a long line may be broken on a narrow screen: before a relation outside of braces and brackets.
_RELATION = re.compile(r"\s(?=(?:=|\\geq|<)\s)")
# The browser takes an operator at the beginning of a piece for a sign, and a minus after another operator for a
# difference; both would be spaced wrongly.
_LEADING = re.compile(r"<mrow><mo>(&#x0003D;|&#x0003C;|&#x02265;)</mo>")
_SIGN = re.compile(r"(<mo[^>]*>(?:&#x00028;|&#x0003D;|&#x000B7;|&#x000D7;)</mo>)<mo>&#x02212;</mo>")


def formula(lines: Sequence[str], *, key: str, text: str = "") -> None:
    """Typeset LaTeX, one line under the other; an & in each marks where the lines are aligned, as in `aligned`.

    The lines become MathML, which a browser draws in a tenth of the time that KaTeX takes, and so with every key.
    They hold numbers and names of the course, nothing that a reader has typed.
    """
    rows = [[_pieces(side) for side in _sides(line)] for line in lines]
    mount("formula", _HTML, key=key, data=pack({"rows": rows, "text": text}))


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
        if depth == 0 and place > start and _RELATION.match(side, place):
            pieces.append(side[start:place])
            start = place
    return [_mathml(piece) for piece in (*pieces, side[start:]) if piece.strip()]


@lru_cache(maxsize=2000)  # of all visitors; most pieces hold no numbers and come again with every key
def _mathml(latex: str) -> str:
    typeset = convert(latex).replace('display="inline"', 'displaystyle="true"')
    typeset = _LEADING.sub(r'<mrow><mo form="infix">\1</mo>', typeset, count=1)
    return _SIGN.sub(r'\1<mo form="prefix">&#x02212;</mo>', typeset)
