"""Quantities of pictures, and what follows from each: the colours of its marks, the scale, the words at its end."""

from typing import Literal, NamedTuple, TypedDict

Quantity = Literal[
    "attention", "probability", "share", "cosine", "loss", "signed", "query", "key", "value", "length", "number"
]


class Look(NamedTuple):
    """How a quantity is drawn: the design tokens of its colours, from 0 up and below it, and what fills a track."""

    above: str
    below: str
    full: float | None  # None: the largest value that is drawn
    ends: str = ""  # what is said at its end


LOOKS: dict[Quantity, Look] = {
    "attention": Look("attention", "attention", 1.0),
    "probability": Look("probability", "probability", 1.0),
    "share": Look("soft", "soft", 1.0),
    "cosine": Look("positive", "negative", 1.0),
    "loss": Look("loss", "loss", None, "less is better"),
    "signed": Look("positive", "negative", None),
    "query": Look("query", "query", None),
    "key": Look("key", "key", None),
    "value": Look("value", "value", None),
    "length": Look("soft", "soft", None),
    "number": Look("soft", "soft", None),
}


class DrawnAs(TypedDict):
    """The part of a picture's header that says how its quantity is drawn: what `Look` says, but for the scale."""

    colours: list[str]
    ends: str


def drawn_as(quantity: Quantity | None) -> DrawnAs:
    """Return how a quantity is drawn; None has no colour of its own.

    Raises:
        ValueError: it is none of the known quantities.
    """
    if quantity is None:
        return {"colours": [], "ends": ""}
    if quantity not in LOOKS:
        raise ValueError(f"There is no quantity {quantity!r}. There are {', '.join(LOOKS)}.")
    look = LOOKS[quantity]
    return {"colours": [look.above, look.below], "ends": look.ends}
