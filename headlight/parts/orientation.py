"""Which way a matrix of queries and keys is drawn, and the words that go with it.

The numbers stay [query, key] everywhere; only the drawing turns, as some course notes have it.
"""

from headlight.state.state import State


def transposed(state: State) -> bool:
    """Whether queries are drawn as columns; a page without the switch draws them as rows."""
    return state.get("orientation") == "columns"


def line(state: State) -> str:
    """Name the line that holds the weights of one query, and sums to 1: a row of the drawing, or a column."""
    return "column" if transposed(state) else "row"


def across(state: State) -> str:
    """The other one: what is looked at."""
    return "row" if transposed(state) else "column"


def looking(state: State) -> str:
    """Who looks, for an `alt` or in the middle of a sentence."""
    return f"{line(state)}s attend, {across(state)}s are attended to"


def softmax_direction(state: State) -> str:
    """Who looks, and what sums to 1, as the beginning of a caption."""
    return f"{line(state).capitalize()}s attend, {across(state)}s are attended to. Each {line(state)} sums to 1."
