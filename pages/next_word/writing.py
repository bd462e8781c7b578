"""Writing on: the dials and buttons that put the model's next words into the sentence, and which words these are.

The key `written` holds the length of the reader's own text and, after it, that of each longer text that the model made
of it, at last how many words are still to come, as `+9`. Typing makes a text of another length, and begins anew.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from headlight.parts import by_hand, dials
from headlight.parts.hero import SMALL, Large, hero
from headlight.parts.words import said
from headlight.pictures import Screen
from headlight.reading import sentences
from headlight.reading.real_models import SENTENCE
from headlight.state.address import Key
from headlight.state.key_types import Number, Text
from headlight.state.state import Button, Dial, Dials, Pressed, State, chosen_in_picture
from transformer import UNCHANGED, Intervention, Trace
from transformer.sampling import GREEDY, Sampling
from transformer.writing import write_on, write_words

WORDS = 10
TOP_K = chosen_in_picture(Key("top_k", Number(0, 50), "how many tokens may be drawn, 0 for all"), 0)
TOP_P = chosen_in_picture(
    Key("top_p", Number(0.05, 1.0, 0.05), "the probability that the tokens that may be drawn have together"), 1.0
)
SEED = Dial(
    "number",
    Key("seed", Number(0, 9999), "chance in the drawing of a token"),
    "Seed",
    1,
    "above",
    width=190,
    help="The same text and seed always draw the same token.",
)
WRITTEN = chosen_in_picture(
    Key("written", Text(400), "lengths of the sentence as the model wrote on, step by step"), ""
)
# On a slide too.
OUTPUT, ATTENTION = (
    replace(dial, place="above", width=220) for dial in (dials.OUTPUT_TEMPERATURE, dials.ATTENTION_TEMPERATURE)
)
# How the next token is chosen.
SAMPLING = Dials[Sampling](
    (OUTPUT, ATTENTION, TOP_K, TOP_P, SEED, WRITTEN),
    lambda state: Sampling(state[OUTPUT], state[TOP_K] or None, state[TOP_P]),
)


def read(state: State, text: str | None = None) -> Trace:
    """The pass at the attention temperature, with what was changed by hand, over the text of the box or another."""
    return by_hand.read(state, warmed(state, text), text).trace


def warmed(state: State, text: str | None = None) -> Trace:
    """The pass at the attention temperature alone; at 1 the unchanged one."""
    at = state[ATTENTION]
    return state.trace(UNCHANGED if at == 1 else Intervention(temperature=at), text)


def lengths(state: State) -> list[int]:
    """The length of the reader's own text, then of each longer one that the model made of it, up to the text itself."""
    saved = [int(part) for part in state[WRITTEN].split(".") if part.isdigit()]
    text = len(state.text)
    return saved if saved == sorted(set(saved)) and saved[-1:] == [text] else [text]


def left(state: State) -> int:
    """How many of the words that the reader asked for are still to come."""
    last = state[WRITTEN].rpartition(".")[2]
    return int(last) if len(lengths(state)) > 1 and re.fullmatch(r"\+\d+", last, re.ASCII) else 0


def places(state: State, trace: Trace) -> tuple[int, ...]:
    """Positions of the tokens that the model wrote."""
    own = lengths(state)[0]
    return tuple(position for position, token in enumerate(trace.tokens) if token.start >= own)


def so_far(state: State, screen: Screen) -> None:
    """Draw the sentence, where a word of it looks, and what the model has written, if anything."""
    hands, own = by_hand.read(state, warmed(state)), lengths(state)[0]
    trace = hands.trace
    about = hands.said(state) if hands.changed else None
    looking = {"query": state[dials.QUERY], "following": False, "hands": hands, "about": about}
    large = SMALL if state.get("present") else Large(sentences.HERO, heads=False, low=True)
    hero(screen, state, trace, state[dials.BRINGING], large=large, **looking)
    if own != len(trace.text):
        screen.sentence(said(sentences.WRITTEN, text=trace.text[own:].strip()), key="written", large=True)


def goes_on(state: State) -> Callable[[bool], Pressed] | None:
    """Return what writes the next of the words that are to come, or all of them at once; None where there is none."""
    ahead = left(state)
    return (lambda at_once: _take(state, state[SAMPLING], ahead if at_once else 1, ahead)) if ahead else None


def _take(state: State, sampling: Sampling, count: int | None, ahead: int = 0) -> Pressed:
    """Write one token, or some of the words `ahead`; those that come one after another are one step to take back."""
    about: dict[str, Any] = {"seed": state[SEED], "max_chars": SENTENCE, "read": lambda text: read(state, text)}
    if count is None:
        continuation = write_on(state.model, state.text, sampling, **about)
    else:
        continuation = write_words(state.model, state.text, count, sampling, **about)
    before = lengths(state)[: -1 if left(state) and ahead else None]
    steps = [*dict.fromkeys([*before, len(continuation.text)])]
    rest = ahead - (count or 0)
    written = ".".join(map(str, steps)) + (f".+{rest}" if rest > 0 and not continuation.stopped else "")
    changed = {"text": continuation.text, "written": written} if continuation.text != state.text or ahead else {}
    return Pressed(changed, continuation.stopped or "")


def _ten_or_stop(state: State) -> Pressed:
    """Begin with the first word of ten, or leave out those that are to come."""
    if left(state):
        return Pressed({"written": ".".join(map(str, lengths(state)))})
    return _take(state, state[SAMPLING], 1, WORDS)


def _undo(state: State) -> Pressed:
    *earlier, before, _ = lengths(state)
    return Pressed({"text": state.text[:before], "written": ".".join(map(str, [*earlier, before]))})


BUTTONS = (
    Button("add_likeliest", "Add the most likely", lambda state: _take(state, GREEDY, None)),
    Button("sample_one", "Sample one", lambda state: _take(state, state[SAMPLING], None)),
    Button("write_words", lambda state: "Stop writing" if left(state) else "Write ten words", _ten_or_stop),
    Button("undo_writing", "Undo", _undo, when=lambda state: len(lengths(state)) > 1),
)
