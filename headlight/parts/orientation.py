"""Which way a matrix of queries and keys is drawn, and the words that go with it.

The numbers stay [query, key] everywhere; only the drawing turns, as some course notes have it.
"""

from headlight.state.state import current


def transposed() -> bool:
    """Whether queries are drawn as columns; a page without the switch draws them as rows."""
    return current("orientation") == "columns"


def line() -> str:
    """What holds the weights of one query, and sums to 1: a row of the drawing, or a column."""
    return "column" if transposed() else "row"


def across() -> str:
    """The other one: what is looked at."""
    return "row" if transposed() else "column"


def looking() -> str:
    """Who looks, for an `alt` or in the middle of a sentence."""
    return f"{line()}s look, {across()}s are looked at"


def softmax_direction() -> str:
    """Who looks, and what sums to 1, as the beginning of a caption."""
    return f"{looking().capitalize()}: softmax runs along each {line()}, so each {line()} sums to 1."
