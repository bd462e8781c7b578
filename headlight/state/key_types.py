"""Types of the address's keys: text, a number, a switch, one or some of a few options.

Each kind says of texts in an address which of them can be used, and makes a value of these.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

_BREAKS = str.maketrans("\n\r", "  ")
Texts = list[str]  # the values of one key as they stand in the address; more than one where several may be chosen


@dataclass(frozen=True)
class Text:
    """Anything that can be typed into a box of one line, up to so many characters; a break in it is a blank."""

    most: int

    def __str__(self) -> str:
        """Say what it may be, in a few words; the same in all kinds of keys."""
        return f"text of up to {self.most} characters"

    def clean(self, texts: Texts) -> Texts:
        """Return what can be used of the values in an address, [] if nothing can; the same in all kinds of keys."""
        return [self.whole(texts[-1])[: self.most]]

    def whole(self, text: str) -> str:
        """A text of any length as the control would hold it: on one line."""
        return text.translate(_BREAKS)

    def value(self, texts: Texts) -> str:
        """Return what `clean` left, as the value of a control; the same method in all kinds of keys."""
        return texts[-1]


@dataclass(frozen=True)
class ManyLines(Text):
    """Write it in several lines."""

    def whole(self, text: str) -> str:
        return text


@dataclass(frozen=True)
class ListText(Text):
    """A list that may also stand in an address piece by piece: the pieces are one line."""

    def clean(self, texts: Texts) -> Texts:
        return super().clean([" ".join(texts)])


@dataclass(frozen=True)
class Number:
    """A number between two ends, both included; of whole numbers only if both ends are."""

    low: float
    high: float
    step: float = 1

    def __str__(self) -> str:
        return f"a {'whole ' if self.whole else ''}number from {self.low} to {self.high}"

    @property
    def whole(self) -> bool:
        return isinstance(self.low, int) and isinstance(self.high, int)

    def clean(self, texts: Texts) -> Texts:
        try:
            value = float(texts[-1])
        except ValueError:
            return []
        if not (math.isfinite(value) and self.low <= value <= self.high):
            return []
        if self.whole:  # 1e2 is written 100, and 3.7 is no whole number
            return [str(int(value))] if value == int(value) else []
        return [texts[-1]]

    def value(self, texts: Texts) -> float | int:
        return int(texts[-1]) if self.whole else float(texts[-1])


@dataclass(frozen=True)
class Switch:
    """On or off."""

    def __str__(self) -> str:
        return "true or false"

    def clean(self, texts: Texts) -> Texts:
        return [texts[-1]] if texts[-1].lower() in ("true", "false") else []

    def value(self, texts: Texts) -> bool:
        return texts[-1].lower() == "true"


@dataclass(frozen=True)
class OneOf:
    """One of a few options, written in the address as they are."""

    options: tuple[Any, ...]

    def __str__(self) -> str:
        return _listed(self.options, "or")

    def clean(self, texts: Texts) -> Texts:
        spellings = {texts[-1], texts[-1].removesuffix(".0")}  # 5.0 in an address from when the key was one of floats
        return [str(option) for option in self.options if str(option) in spellings][:1]

    def value(self, texts: Texts) -> Any:
        return next(option for option in self.options if str(option) == texts[-1])


@dataclass(frozen=True)
class SomeOf:
    """Some of a few options; in the address the key stands once for each."""

    options: tuple[Any, ...]

    def __str__(self) -> str:
        return f"some of {_listed(self.options, 'and')}"

    def clean(self, texts: Texts) -> Texts:
        spellings = set(map(str, self.options))
        return [text for text in dict.fromkeys(texts) if text in spellings]

    def value(self, texts: Texts) -> tuple[Any, ...]:
        return tuple(option for text in texts for option in self.options if str(option) == text)


def _listed(options: Sequence[Any], word: str) -> str:
    """Options in a sentence; of many the first and the last."""
    shown = [str(option) for option in options]
    if len(shown) > 16:
        return f"{shown[0]}, {shown[1]} ... {word} {shown[-1]}"
    return f" {word} ".join(filter(None, (", ".join(shown[:-1]), *shown[-1:])))


Holds = Text | Number | Switch | OneOf | SomeOf
