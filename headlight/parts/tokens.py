"""The tokens of the sentence as chips under the box."""

from collections.abc import Sequence

from headlight.pictures import OnChoose, Screen
from headlight.state.state import State
from transformer import Trace
from transformer.tokenizer import Token
from transformer.words import FUNCTION_WORDS, all_letters, goes_on, told_apart

_FIRST = "bear"  # the word of the opening sentence


def chips(
    screen: Screen,
    state: State,
    trace: Trace,
    key: str = "chips",
    strong: tuple[int, ...] = (),
    large: bool = False,
    on_place: OnChoose | None = None,
) -> None:
    """Each token with its position; where chips are large as its bytes, with its id too. Pieces of one word are joined.

    With `on_place` a chip can be chosen: it is called with the chip's place.
    """
    if compact(state) and not large:
        return
    screen.token_chips(
        told_apart([token.text for token in trace.tokens]) if large else trace.words,
        notes=[f"{token.id} · {position}" if large else str(position) for position, token in enumerate(trace.tokens)],
        joined=continued(trace),
        strong=strong,
        numbers=[token.id for token in trace.tokens] if large else (),
        key=key,
        large=large,
        one_line=not large,
        on_place=on_place,
    )


def telling(words: Sequence[Sequence[Token]]) -> int:
    """The number of the word that says most: “bear” where the text has it, else the one whose token was learned last.

    A tokenizer learns frequent pairs first, so that a large id is a rare token. Function words say less, marks least.
    """
    return max(range(len(words)), key=lambda number: max(map(_says, words[number])))


def _says(token: Token) -> tuple[bool, bool, bool, int]:
    text, letters = token.text.strip(), all_letters(token.text.strip())
    return text == _FIRST, letters and text.lower() not in FUNCTION_WORDS, letters, token.id


def compact(state: State) -> bool:
    """Whether small chips leave their room to the picture, which has the words beside it: while presenting."""
    return bool(state.get("present"))


def continued(trace: Trace) -> set[int]:
    """Places of tokens that go on with the word before them."""
    return {position for position in range(len(trace.tokens)) if goes_on(trace.tokens, position)}
