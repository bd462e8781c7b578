"""The tokens of the sentence as chips under the box."""

from components.token_chips import token_chips
from transformer import Trace


def chips(trace: Trace, key: str = "chips", strong: tuple[int, ...] = ()) -> None:
    """Each token with its id and position; pieces of one word are joined."""
    token_chips(
        trace.words,
        notes=[f"{token.id} · {place}" for place, token in enumerate(trace.tokens)],
        joined=continued(trace),
        strong=strong,
        key=key,
        text=trace.text,
    )


def continued(trace: Trace) -> set[int]:
    """Places of tokens that go on with the word before them: letters not after a space."""
    return {
        place
        for place, token in enumerate(trace.tokens)
        if place and not token.text.startswith((" ", "<")) and token.text[:1].isalnum()
        and trace.tokens[place - 1].text[-1:].isalnum()
    }
