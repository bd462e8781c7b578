"""The same word in up to three sentences: the boxes, which word it is, and where it stands in each of them."""

from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np
import streamlit as st

from headlight.frame import controls, kept, reading, to_try, tokens
from headlight.pictures.board import Board
from headlight.pictures.token_chips import token_chips
from transformer import Trace
from transformer.readings.occurrences import Occurrence, first, occurrences, path

Pieces = Literal["last", "mean"]
ORDINALS = ("first", "second", "third")
_MORE = {"text_2": "The bear ate the honey", "text_3": "She cannot bear the pain"}
# A word, and three sentences that use it in different ways.
TO_TRY = (
    ("bear", reading.EXAMPLE, _MORE["text_2"], _MORE["text_3"]),
    ("bank", "the river bank", "She will bank the basketball off the board", "a financial bank"),
    ("bank", "the river bank", "banking a basketball", "a financial bank"),
    ("bears", "I love bears", "She bears the pain", "The bears won the game"),
    ("flies", "time flies like an arrow", "fruit flies like a banana", "Two flies sat on the cake"),
    ("bear", "bear country", "The bear sat down", "I cannot bear it"),
    ("Bears", "Bears won the game", "I love bears", "She bears the pain"),
    ("prejudice", "my prejudice was wrong", "pride and prejudice", "They have no prejudice against us"),
)


@dataclass(frozen=True, eq=False)
class Context:
    """One sentence, and the word in it."""

    number: int  # of its box, from 1
    trace: Trace
    found: Occurrence | None  # None where the sentence does not have the word
    places: tuple[int, ...]  # of the tokens whose vector is compared; empty where there are none
    path: np.ndarray  # [stage, d_model]

    @property
    def title(self) -> str:
        """The sentence's number, and the word with the one before it."""
        return f"{self.number}: {self._with_the_one_before}" if self.found else f"{self.number}"

    @property
    def quoted(self) -> str:
        """The same within a sentence."""
        return f"“{self._with_the_one_before}” ({self.number})"

    @property
    def _with_the_one_before(self) -> str:
        assert self.found is not None
        before = self.found.places[0] - 1
        return (f"{self.trace.words[before]} " if before >= 0 else "") + self.found.word


@dataclass(frozen=True, eq=False)
class Read:
    """What the boxes hold: the word, and each sentence with it or without."""

    text: str  # of the first box
    word: str
    pieces: Pieces
    compared: list[Context]

    @property
    def having(self) -> list[Context]:
        """The sentences that have the word, at least one."""
        return [context for context in self.compared if context.found is not None]


def read() -> Read:
    """Draw the boxes, and the dial where the word has several tokens, and follow the word through the sentences."""
    text = reading.sentence()
    *boxes, for_word, for_more = st.columns([30, 30, 22, 18])
    more = [more_sentence(key, ordinal, box) for key, ordinal, box in zip(_MORE, ORDINALS[1:], boxes, strict=True)]
    with for_word:
        wanted = wanted_word()
    with for_more:
        examples()
    traces = [reading.trace(sentence) for sentence in (text, *more) if sentence]
    word = shared_word(traces, wanted)
    found = [first(trace, word, forms=True) for trace in traces]
    taken = pieces() if any(each and len(each.places) > 1 for each in found) else "last"
    return Read(text, word, taken, contexts(traces, word, taken))


def more_sentence(key: str, ordinal: str, place: st.delta_generator.DeltaGenerator) -> str:
    """A box for one more sentence; an empty one counts for nothing."""
    with place:
        typed = controls.text(
            key,
            f"{ordinal.capitalize()} sentence",
            _MORE[key],
            label_visibility="collapsed",
            placeholder=f"A {ordinal} sentence with the same word",
        )
    return reading.as_read(typed)


def examples() -> None:
    """A button that opens words worth comparing, each with three sentences."""
    to_try.offer("Examples", "same_words", [" · ".join(sentences) for _, *sentences in TO_TRY], _take, width="stretch")


def _take(place: int) -> None:
    word, *sentences = TO_TRY[place]
    for key, text in zip(("text", *_MORE), sentences, strict=True):
        st.session_state[key] = text
    st.session_state["same_word"] = word


def wanted_word() -> str:
    """A box for the word to compare; empty, the sentences decide."""
    return controls.text(
        "same_word",
        "Word to compare",
        label_visibility="collapsed",
        placeholder="The word they share",
    ).strip()


def pieces() -> Pieces:
    """Which vector stands for a word of several tokens."""
    return controls.one_of(
        "pieces",
        "A word of several tokens",
        "last",
        help="The last token has read the whole word. The mean of all its tokens counts each of them alike.",
    )


def shared_word(traces: list[Trace], wanted: str) -> str:
    """The word that is compared: the wanted one if a sentence has it, else one of the first sentence.

    Of that sentence the word that most others have too, and of these the longest; the last word if none is shared.
    """
    if wanted and any(first(trace, wanted, forms=True) for trace in traces):
        return wanted
    words = [found.word for found in occurrences(traces[0])] or [traces[0].words[-1]]
    shared = [sum(first(trace, word) is not None for trace in traces[1:]) for word in words]
    if not any(shared):
        return words[-1]
    return max(zip(shared, words, strict=True), key=lambda pair: (pair[0], len(pair[1])))[1]


def contexts(traces: list[Trace], word: str, pieces: Pieces) -> list[Context]:
    """Where the word stands in each sentence, and its path through the layers there."""
    result = []
    for number, trace in enumerate(traces, start=1):
        found = first(trace, word, forms=True)
        places = () if found is None else found.places[-1:] if pieces == "last" else found.places
        empty = np.zeros((0, trace.config.d_model), dtype=np.float32)
        result.append(Context(number, trace, found, places, path(trace, places) if places else empty))
    return result


def choose_word(trace: Trace, place: int) -> None:
    """Write the word of the token at this place into its box."""
    words = [found.word for found in occurrences(trace) if place in found.places]
    if words:
        kept.move(same_word=words[0])


def show_chips(screen: Board, read: Read) -> None:
    """Each sentence as chips, the word framed; in the first one a chip can be chosen."""
    compared = () if tokens.give_way() else read.compared
    for column, context in zip(screen.columns(*[1] * len(compared)), compared, strict=True):
        with column:
            trace = context.trace
            token_chips(
                trace.words,
                notes=[f"{token.id} · {place}" for place, token in enumerate(trace.tokens)],
                joined=tokens.continued(trace),
                strong=() if context.found is None else context.found.places,
                key=f"chips_{context.number}",
                on_place=partial(choose_word, trace) if context.number == 1 else None,
            )
    show_notes(screen, read)


def show_notes(screen: Board, read: Read) -> None:
    """What a reader must know of this word."""
    for note in said(read.compared, read.word, read.pieces):
        screen.note(note)


def said(compared: list[Context], word: str, pieces: Pieces) -> list[str]:
    """What a reader must know of this word: where it is missing, cut in pieces, or written as another token."""
    having = [context for context in compared if context.found is not None]
    notes = []
    missing = [ORDINALS[context.number - 1] for context in compared if context.found is None]
    if missing:
        notes.append(f"“{word}” is not in the {' and the '.join(missing)} sentence: only the others are compared.")
    if len(having) == 1:
        notes.append("One sentence alone has it, so there is nothing to compare it with. Type it into another box.")
    longest = max((len(context.found.places) for context in having if context.found), default=0)
    if longest > 1:
        taken = "the last one is followed" if pieces == "last" else "their mean is followed"
        notes.append(f"The tokenizer cuts “{word}” into {longest} tokens; {taken}.")
    if len({context.found.ids for context in having if context.found}) > 1:
        notes.append(
            "It is not written alike everywhere: a capital letter, or an ending, makes another token with its own row."
        )
    return notes
