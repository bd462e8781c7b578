"""Writing on: the dials and buttons that put the model's next words into the sentence, and which words these are.

The key `written` holds the length of the reader's own text and, after it, that of each longer text that the model made
of it. Typing makes a text of another length, and begins anew.
"""

from dataclasses import replace
from typing import Any

from headlight.parts import by_hand, dials
from headlight.parts.hero import hero
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
    return by_hand.read(state, warmed(state, text)).trace


def warmed(state: State, text: str | None = None) -> Trace:
    """The pass at the attention temperature alone; at 1 the unchanged one."""
    at = state[ATTENTION]
    return state.trace(UNCHANGED if at == 1 else Intervention(temperature=at), text)


def lengths(state: State) -> list[int]:
    """The length of the reader's own text, then of each longer one that the model made of it, up to the text itself."""
    saved = [int(part) for part in state[WRITTEN].split(".") if part.isdigit()]
    text = len(state.text)
    return saved if saved == sorted(set(saved)) and saved[-1:] == [text] else [text]


def places(state: State, trace: Trace) -> tuple[int, ...]:
    """Positions of the tokens that the model wrote."""
    own = lengths(state)[0]
    return tuple(position for position, token in enumerate(trace.tokens) if token.start >= own)


def so_far(state: State, screen: Screen) -> None:
    """Draw the sentence, where a word of it looks, and what the model has written, if anything."""
    hands, own = by_hand.read(state, warmed(state)), lengths(state)[0]
    trace = hands.trace
    hero(screen, state, trace, state[dials.BRINGING], query=state[dials.QUERY], following=False, hands=hands)
    if own != len(trace.text):
        screen.note(sentences.WRITTEN.format(text=trace.text[own:].strip()))


def _take(state: State, sampling: Sampling, count: int | None) -> Pressed:
    about: dict[str, Any] = {"seed": state[SEED], "max_chars": SENTENCE, "read": lambda text: read(state, text)}
    if count is None:
        continuation = write_on(state.model, state.text, sampling, **about)
    else:
        continuation = write_words(state.model, state.text, count, sampling, **about)
    steps = ".".join(map(str, [*lengths(state), len(continuation.text)]))
    changed = {"text": continuation.text, "written": steps} if continuation.text != state.text else {}
    return Pressed(changed, continuation.stopped or "")


def _undo(state: State) -> Pressed:
    *earlier, before, _ = lengths(state)
    return Pressed({"text": state.text[:before], "written": ".".join(map(str, [*earlier, before]))})


BUTTONS = (
    Button("add_likeliest", "Add the most likely", lambda state: _take(state, GREEDY, None)),
    Button("sample_one", "Sample one", lambda state: _take(state, state[SAMPLING], None)),
    Button("write_words", "Write ten words", lambda state: _take(state, state[SAMPLING], WORDS)),
    Button("undo_writing", "Undo", _undo, when=lambda state: len(lengths(state)) > 1),
)
