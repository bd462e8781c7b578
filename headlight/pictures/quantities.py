"""Quantities of pictures, and what follows from each: the colours of its marks, the scale, the words at its end."""

from typing import Literal, NamedTuple, TypedDict

Quantity = Literal[
    "attention", "probability", "share", "cosine", "loss", "signed", "query", "key", "value", "length", "number"
]


class QuantityStyle(NamedTuple):
    """How a quantity is drawn: the design tokens of its colours, from 0 up and below it, and what fills a track."""

    above: str
    below: str
    full: float | None  # None: the largest value that is drawn
    ends: str = ""  # what is said at its end


STYLES: dict[Quantity, QuantityStyle] = {
    "attention": QuantityStyle("attention", "attention", 1.0),
    "probability": QuantityStyle("probability", "probability", 1.0),
    "share": QuantityStyle("soft", "soft", 1.0),
    "cosine": QuantityStyle("positive", "negative", 1.0),
    "loss": QuantityStyle("loss", "loss", None, "less is better"),
    "signed": QuantityStyle("positive", "negative", None),
    "query": QuantityStyle("query", "query", None),
    "key": QuantityStyle("key", "key", None),
    "value": QuantityStyle("value", "value", None),
    "length": QuantityStyle("soft", "soft", None),
    "number": QuantityStyle("soft", "soft", None),
}


class DrawnAs(TypedDict):
    """The part of a picture's header that says how its quantity is drawn: its style without the scale."""

    colours: list[str]
    ends: str


def drawn_as(quantity: Quantity | None) -> DrawnAs:
    """Return how a quantity is drawn; None has no colour of its own.

    Raises:
        ValueError: it is none of the known quantities.
    """
    if quantity is None:
        return {"colours": [], "ends": ""}
    if quantity not in STYLES:
        raise ValueError(f"There is no quantity {quantity!r}. There are {', '.join(STYLES)}.")
    look = STYLES[quantity]
    return {"colours": [look.above, look.below], "ends": look.ends}
