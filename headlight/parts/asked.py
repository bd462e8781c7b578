"""The next word that a reader asks about, or two of them: its boxes, and what they come to for a text."""

from collections.abc import Callable

from headlight.parts import vocabulary
from headlight.pictures import Screen
from headlight.state.address import Key
from headlight.state.key_types import Text
from headlight.state.state import Dial, Dials, State
from transformer import Trace
from transformer.readings.answer import id_of

Ids = int | tuple[int, int]  # of one word, or of two whose difference is meant


def word(when: Callable[[State], bool] = lambda state: True) -> Dials[tuple[str, str]]:
    """Two boxes: the word whose logit is asked about, and one whose logit is taken off it; there `when` they count."""
    parts = tuple(
        Dial("text", key, label, "", "above", when=when, placeholder=placeholder, width=240, help=help)
        for key, label, placeholder, help in (
            (
                Key("for_word", Text(40), "the next word that they are worth something for"),
                *("Next word", "the most likely"),
                "The token whose logit is taken apart. Empty: the most likely one.",
            ),
            (
                Key("against_word", Text(40), "the word whose logit is taken off that of the other"),
                *("Compared with the word", "none"),
                "The difference of two logits leaves out what raises both words. Empty: only the first word counts.",
            ),
        )
    )
    return Dials(parts, lambda state: (state[parts[0]], state[parts[1]]))


def asked(state: State, typed: Dials[tuple[str, str]], trace: Trace, screen: Screen | None = None) -> tuple[Ids, str]:
    """The word that is asked about, or the two, and how it is written; the likeliest until one is typed.

    A word that is no single token, or the other one again, is left out, and on a `screen` this is said.
    """
    ids: list[int] = []
    for text, otherwise in zip(map(str.strip, state[typed]), ([int(trace.next_logits.argmax())], []), strict=True):
        try:
            ids += [id_of(state.model, text)] if text else otherwise
        except ValueError as error:
            if screen:
                screen.note(f"{error}.")
            ids += otherwise
    if len(ids) > 1 and ids[0] == ids[1]:
        if screen:
            screen.note(f"“{vocabulary.shown(state.model, ids[0])}” less itself is always 0: choose another word.")
        ids.pop()
    labels = [f"“{vocabulary.shown(state.model, id)}”" for id in ids]
    return (ids[0] if len(ids) == 1 else (ids[0], ids[1])), " less ".join(labels)
