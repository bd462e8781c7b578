"""The tokens of the sentence as chips under the box."""

from headlight.frame import kept, reading
from headlight.pictures.board import Listener
from headlight.pictures.token_chips import token_chips
from transformer import Trace
from transformer.readings.whole_words import goes_on


def chips(
    trace: Trace,
    key: str = "chips",
    strong: tuple[int, ...] = (),
    large: bool = False,
    two_lines: bool = False,
    on_place: Listener | None = None,
) -> None:
    """Each token with its id and position; pieces of one word are joined.

    With `on_place` a chip can be chosen: it is called with the chip's place.
    """
    if give_way() and not large:
        return reading.say_if_cut(trace)
    token_chips(
        trace.words,
        notes=[f"{token.id} · {place}" for place, token in enumerate(trace.tokens)],
        joined=continued(trace),
        strong=strong,
        key=key,
        large=large,
        one_line=not large,
        two_lines=two_lines,
        on_place=on_place,
    )
    reading.say_if_cut(trace)


def give_way() -> bool:
    """Whether small chips leave their room to the picture, which has the words beside it: while presenting."""
    return bool(kept.said("present"))


def continued(trace: Trace) -> set[int]:
    """Places of tokens that go on with the word before them."""
    return {place for place in range(len(trace.tokens)) if goes_on(trace.tokens, place)}
