"""The tokens of the sentence as chips under the box."""

from headlight.frame import sentences
from headlight.frame.address import SENTENCE
from headlight.frame.found import BUNDLED
from headlight.frame.state import current
from headlight.pictures import OnChoose, note, token_chips
from transformer import Trace
from transformer.words import goes_on, told_apart


def chips(
    trace: Trace,
    key: str = "chips",
    strong: tuple[int, ...] = (),
    large: bool = False,
    two_lines: bool = False,
    on_place: OnChoose | None = None,
) -> None:
    """Each token with its position; where chips are large as its bytes, with its id too. Pieces of one word are joined.

    With `on_place` a chip can be chosen: it is called with the chip's place.
    """
    if compact() and not large:
        return say_if_cut(trace)
    token_chips(
        told_apart([token.text for token in trace.tokens]) if large else trace.words,
        notes=[f"{token.id} · {place}" if large else str(place) for place, token in enumerate(trace.tokens)],
        joined=continued(trace),
        strong=strong,
        key=key,
        large=large,
        one_line=not large,
        two_lines=two_lines,
        on_place=on_place,
    )
    say_if_cut(trace)


def compact() -> bool:
    """Whether small chips leave their room to the picture, which has the words beside it: while presenting."""
    return bool(current("present"))


def continued(trace: Trace) -> set[int]:
    """Places of tokens that go on with the word before them."""
    return {place for place in range(len(trace.tokens)) if goes_on(trace.tokens, place)}


def say_if_cut(trace: Trace) -> None:
    """A note where the model, or the box, could not take all of the text."""
    if trace.dropped:
        reads = "Of this model the pictures show" if current("model") not in (None, BUNDLED) else sentences.READS
        note(sentences.DROPPED.format(reads=reads, most=trace.config.max_tokens, dropped=trace.dropped))
    if len(trace.text) >= SENTENCE:
        note(sentences.FULL)
