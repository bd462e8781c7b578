"""A formula worked out from what it writes, for tests: what it says to be equal has to be, to the digits written.

Every number that is written stands for all that round to it, so a side is worked out to an interval, and two sides that
are equal have a number in common. Sides with letters in them are passed over.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any
from xml.etree import ElementTree

import numpy as np
from mpmath import erf, exp, iv, mp, sqrt, tanh

Lines = Sequence[Sequence[Sequence[str]]]
Element = ElementTree.Element

_RELATIONS = ("=", "≈", "<", "≥", "→", "≠")
_NARROW = 0.2  # em between two factors; more stands between a formula and what is said of it


class NoNumberError(Exception):
    """There are letters in it."""


def _rising(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Of an interval, where the function rises everywhere."""
    return lambda interval: iv.mpf([function(mp.mpf(interval.a)), function(mp.mpf(interval.b))])


_FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "sin": iv.sin,
    "cos": iv.cos,
    "ln": iv.log,
    "exp": iv.exp,
    "tanh": _rising(tanh),
    "σ": _rising(lambda x: 1 / (1 + exp(-x))),
    "Φ": _rising(lambda x: (1 + erf(x / sqrt(2))) / 2),
}


def worked_out(lines: Lines) -> tuple[int, list[str]]:
    """How many pairs of sides of numbers alone are said to be equal, and those that are not, as text."""
    pairs, wrong = 0, []
    for chain in _chains(lines):
        known = None
        for sign, side in _sides(chain):
            try:
                value = _Reader(side).whole()
            except NoNumberError:
                known = known if sign == "=" else None
                continue
            if sign == "=" and known is not None:
                pairs += 1
                if not _meet(known, value):
                    wrong.append(" ".join("".join(token.itertext()) for token in chain))
            known = value
    return pairs, wrong


def _chains(lines: Lines) -> Iterator[list[Element]]:
    """The elements of each line, with those of the lines that go on with it."""
    chain: list[Element] = []
    for line in lines:
        goes_on = len(line) == 2 and not line[0]
        if chain and not goes_on:
            yield chain
            chain = []
        chain = chain + [token for side in line for piece in side for token in ElementTree.fromstring(piece)[0]]
    yield chain


def _sides(chain: Sequence[Element]) -> Iterator[tuple[str, list[Element]]]:
    """Yield what stands between the relations, each with the relation before it."""
    sign, side = "", list[Element]()
    for token in chain:
        if token.tag == "mo" and token.text in _RELATIONS:
            yield sign, side
            sign, side = token.text or "", []
        else:
            side.append(token)
    yield sign, side


def _meet(one: Any, other: Any) -> bool:
    one, other = np.atleast_2d(one), np.atleast_2d(other)
    return one.shape == other.shape and all(
        a.a <= b.b and b.a <= a.b for a, b in zip(one.flat, other.flat, strict=True)
    )


def _written(text: str) -> Any:
    """All numbers that are written so; those of one digit stand for themselves."""
    digits = text.replace("\N{THIN SPACE}", "").replace(",", "")
    if len(digits) == 1 or (digits.strip("0") == "1" and "." not in digits):  # and powers of ten
        return iv.mpf(int(digits))
    half = mp.mpf(10) ** -len(digits.partition(".")[2]) / 2
    return iv.mpf([mp.mpf(digits) - half, mp.mpf(digits) + half])


class _Reader:
    """A row of elements as a number: a sum of products."""

    def __init__(self, tokens: Sequence[Element]) -> None:
        self._tokens = [token for token in tokens if not (token.tag == "mspace" and _width(token) < _NARROW)]
        while self._tokens and self._tokens[0].tag == "mspace":
            self._tokens.pop(0)
        self._at = 0

    def whole(self) -> Any:
        """The value of all of it.

        Raises:
            NoNumberError: if something in it is no number.
        """
        found = self._sum()
        if self._next is not None:
            raise NoNumberError
        return found

    @property
    def _next(self) -> Element | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def _takes(self, *signs: str) -> str:
        token = self._next
        if token is not None and token.tag == "mspace" and self._at + 1 < len(self._tokens):
            after = self._tokens[self._at + 1]  # a sum that goes on in the next line
            if after.tag == "mo" and after.text in ("+", "−") and after.text in signs:
                self._at += 2
                return after.text or ""
        if token is None or token.tag != "mo" or token.text not in signs:
            return ""
        self._at += 1
        return token.text or ""

    def _sum(self) -> Any:
        found = -self._product() if self._takes("−") else self._product()
        while sign := self._takes("+", "−"):
            found = found + self._product() if sign == "+" else found - self._product()
        return found

    def _product(self) -> Any:
        found = self._factor()
        while True:
            if self._takes("/"):
                found = found / self._factor()
            elif self._takes("×", "·") or (self._next is not None and self._next.tag not in ("mo", "mspace")):
                factor = self._factor()
                found = (
                    found @ factor
                    if isinstance(found, np.ndarray) and isinstance(factor, np.ndarray)
                    else found * factor
                )
            else:
                return found

    def _factor(self) -> Any:
        token = self._next
        if token is None:
            raise NoNumberError
        self._at += 1
        parts = list(token)
        match token.tag:
            case "mn":
                return _written(token.text or "")
            case "mi" if token.text == "π":
                return iv.pi
            case "mi" if token.text in _FUNCTIONS:
                return _FUNCTIONS[token.text](_number(self._factor()))
            case "mfrac":
                return _Reader([parts[0]]).whole() / _Reader([parts[1]]).whole()
            case "msqrt":
                return iv.sqrt(_number(_Reader(parts).whole()))
            case "msup":
                if "".join(parts[0].itertext()) == "e":
                    return iv.exp(_number(_Reader([parts[1]]).whole()))
                return _number(_Reader([parts[0]]).whole()) ** _number(_Reader([parts[1]]).whole())
            case "munder" if parts[0].tag == "munder" and parts[0][1].text == "⏟":
                return _Reader([parts[0][0]]).whole()
            case "mtable":
                return np.array([[_number(_Reader(list(cell)).whole()) for cell in line] for line in parts])
            case "mrow" if parts and parts[0].tag == "mo" and parts[0].get("form") == "prefix" and parts[0].text != "−":
                if parts[0].text not in "(|" or "".join(parts[1].itertext()) == "|":
                    raise NoNumberError
                inside = _Reader(parts[1:-1]).whole()
                return abs(_number(inside)) if parts[0].text == "|" else inside
            case "mrow":
                return _Reader(parts).whole()
        raise NoNumberError


def _width(space: Element) -> float:
    return float((space.get("width") or "1em").removesuffix("em"))


def _number(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        raise NoNumberError
    return value
