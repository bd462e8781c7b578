"""A plain reader of formulas, for tests: MathML in, text out, and a complaint where it is not well made."""

import re
from collections.abc import Sequence
from xml.etree import ElementTree

_CHILDREN = {"mfrac": 2, "msub": 2, "msup": 2, "munder": 2, "mover": 2, "msubsup": 3, "munderover": 3, "msqrt": 1}
_LEAVES = {"mi", "mn", "mo", "mspace"}
_DIGITS = re.compile(r"[\d,.\u2009]+")


def plain(lines: Sequence[Sequence[Sequence[str]]]) -> str:
    """Lines of a formula as text: fractions with a slash, _ and ^ for what is below and above, a blank at each break.

    Raises:
        AssertionError: if an element has too few or too many parts, or a number holds anything but digits.
        xml.etree.ElementTree.ParseError: if a piece is no well-formed XML.
    """
    return "\n".join(
        " ".join(_read(ElementTree.fromstring(piece)) for side in line for piece in side) for line in lines
    )


def _read(element: ElementTree.Element) -> str:
    inner, text = [_read(child) for child in element], element.text or ""
    assert len(inner) == _CHILDREN.get(element.tag, len(inner)), ElementTree.tostring(element)
    assert element.tag in _LEAVES or not text, ElementTree.tostring(element)
    assert element.tag != "mn" or _DIGITS.fullmatch(text), text
    match element.tag:
        case "mfrac":
            return f"{inner[0]}/{inner[1]}"
        case "msub" | "munder":
            return f"{inner[0]}_{inner[1]}"
        case "msup":
            return f"{inner[0]}^{inner[1]}"
        case "msubsup" | "munderover":
            return f"{inner[0]}_{inner[1]}^{inner[2]}"
        case "msqrt":
            return f"√{inner[0]}"
        case "mtd":
            return f"{inner[0]} "
        case "mtr":
            return f"{''.join(inner).rstrip()}\n"
        case "mspace":
            return " "
    return text.replace("\N{NO-BREAK SPACE}", " ").replace("\N{THIN SPACE}", " ") + "".join(inner)
