"""One word in up to three sentences: the boxes, which word it is, and where it is in each of them."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from headlight.parts import tokens
from headlight.parts.nouns import EXAMPLE, SENTENCE, Choices, Dial, Key, OneOf, State, Text
from headlight.pictures import OnChoose
from headlight.reading.reader import as_read
from transformer import Trace
from transformer.readings.occurrences import Occurrence, first, occurrences, path, shared_word

Pieces = Literal["last", "mean"]
ORDINALS = ("first", "second", "third")


def _box(ordinal: str, key: Key, frame: str) -> Dial[str | None]:
    """A box that until something is typed suggests the frame with a word of the reader's sentence in it."""

    def look(state: State) -> dict[str, str]:
        emptied = f"A {ordinal} sentence with the same word"
        placeholder = frame.format(_telling(state)) if state.get(key.name) is None else emptied
        return {"label_visibility": "collapsed", "placeholder": placeholder}

    about = "Use the word in another meaning, and compare its vectors."
    return Dial("text", key, f"{ordinal.capitalize()} sentence", None, "above", look=look, help=about)


_FRAMES = "The {} ate the honey", "She cannot {} the pain"  # of a thing, and of something done
MORE = (
    _box("second", Key("text_2", Text(SENTENCE), "the second sentence to compare"), _FRAMES[0]),
    _box("third", Key("text_3", Text(SENTENCE), "the third sentence to compare"), _FRAMES[1]),
)
# A word, and three sentences that use it in different ways.
TO_TRY = (
    ("bear", EXAMPLE, "The bear ate the honey", "She cannot bear the pain"),
    ("bank", "the river bank", "She will bank the basketball off the board", "a financial bank"),
    ("bank", "the river bank", "banking a basketball", "a financial bank"),
    ("bears", "I love bears", "She bears a heavy load", "The bears won the game"),
    ("flies", "time flies like an arrow", "fruit flies like a banana", "Two flies sat on the cake"),
    ("bear", "bear country", "The bear sat down", "I cannot bear noise"),
    ("Bears", "Bears lost the game", "I love bears", "She bears a heavy load"),
    ("prejudice", "my prejudice was wrong", "pride and prejudice", "They have no prejudice against us"),
)
WORD = Dial(
    "text",
    Key("same_word", Text(60), "the word that is compared in all sentences"),
    "Word to compare",
    "",
    "above",
    placeholder="The word they share",
    width=230,
    look={"label_visibility": "collapsed"},
    help="The word whose vectors are compared. Empty: a word that the sentences share.",
)
_WORDS = {
    " · ".join(texts): dict(zip(("same_word", "text", "text_2", "text_3"), (word, *texts), strict=True))
    for word, *texts in TO_TRY
}
CHOICES = Choices("same_words", "Examples", lambda state: _WORDS, "beside", width=140)
PIECES = Dial[Pieces](
    "one_of",
    Key("pieces", OneOf(("last", "mean")), "which vector is taken for a word of several tokens"),
    "A word of several tokens",
    "last",
    "above",
    when=lambda state: any(occurrence and len(occurrence.places) > 1 for occurrence in _found(state)[2]),
    help="The last token has read the whole word. The mean of all its tokens counts each of them equally.",
)
DIALS = (*MORE, WORD, CHOICES, PIECES)


@dataclass(frozen=True, eq=False)
class Context:
    """One sentence, and the word in it."""

    number: int  # of its box, from 1
    trace: Trace
    occurrence: Occurrence | None  # None where the sentence does not have the word
    places: tuple[int, ...]  # of the tokens whose vector is compared; empty where there are none
    path: np.ndarray  # [stage, d_model]

    @property
    def word(self) -> Occurrence:
        """The word, in a sentence that has it."""
        assert self.occurrence is not None
        return self.occurrence

    @property
    def _phrase(self) -> str:
        """The word, with the one before it."""
        before = self.word.places[0] - 1
        return (f"{self.trace.words[before]} " if before >= 0 else "") + self.word.word

    @property
    def title(self) -> str:
        """The sentence's number, and the word with the one before it."""
        return f"{self.number}: {self._phrase}"

    @property
    def quoted(self) -> str:
        """Return the word in quotes, as it is within a sentence."""
        return f"“{self._phrase}” ({self.number})"


@dataclass(frozen=True, eq=False)
class Compared:
    """The contents of the boxes: the word, and each sentence with it or without."""

    word: str
    pieces: Pieces
    contexts: list[Context]
    absent: str = ""  # the word that was asked for, where no sentence has it
    suggested: bool = False  # whether other sentences were made for the word

    @property
    def with_word(self) -> list[Context]:
        """The sentences that have the word, at least one."""
        return [context for context in self.contexts if context.occurrence]

    @property
    def notes(self) -> list[str]:
        """Say what a reader must know of this word: where it is missing, cut in pieces, or written as another token."""
        words = [context.word for context in self.with_word]
        notes = []
        if self.absent:
            notes.append(f"“{self.absent}” is in none of the sentences: “{self.word}” is compared in its place.")
        missing = [ORDINALS[context.number - 1] for context in self.contexts if context.occurrence is None]
        if missing:
            sentences_without = " and the ".join(missing)
            notes.append(f"“{self.word}” is not in the {sentences_without} sentence: only the others are compared.")
        if len(words) == 1:
            notes.append("One sentence alone has it, so there is nothing to compare it with. Type it into another box.")
        if self.suggested:
            notes.append(f"Grey sentences are made for “{self.word}”: type your own.")
        longest = max((len(word.places) for word in words), default=0)
        if longest > 1:
            taken = "the last one is followed" if self.pieces == "last" else "their mean is followed"
            notes.append(f"The tokenizer cuts “{self.word}” into {longest} tokens; {taken}.")
        if len({word.ids for word in words}) > 1:
            notes.append(
                "It is not written the same way everywhere: a capital letter, or an ending, makes another token with "
                "its own row."
            )
        return notes


def read(state: State) -> Compared:
    """Follow the word through the sentences of the boxes; an empty one counts for nothing."""
    traces, word, _ = _found(state)
    asked, suggested = state[WORD].strip(), state.text != EXAMPLE and any(state[box] is None for box in MORE)
    followed = contexts(traces, word, state[PIECES])
    return Compared(word, state[PIECES], followed, asked if word != asked else "", suggested)


def _telling(state: State) -> str:
    """The wanted word of the reader's sentence, else the one that says most; the suggested ones have it too."""
    trace, wanted = state.trace(), state[WORD].strip()
    if wanted and (occurrence := first(trace, wanted, forms=True)):
        return occurrence.word
    if not (words := occurrences(trace)):
        return trace.words[-1]
    return words[tokens.telling([[trace.tokens[place] for place in word.places] for word in words])].word


def _found(state: State) -> tuple[list[Trace], str, list[Occurrence | None]]:
    """The sentences, the word that is compared, and where it stands in each."""
    suggested = [frame.format(_telling(state)) for frame in _FRAMES]
    typed = [state[box] for box in MORE]
    others = [as_read(made if text is None else text) for text, made in zip(typed, suggested, strict=True)]
    texts = [state.text, *filter(None, others)]
    traces = [state.trace(text=text) for text in texts]
    word = shared_word(traces, state[WORD].strip())
    return traces, word, [first(trace, word, forms=True) for trace in traces]


def contexts(traces: list[Trace], word: str, pieces: Pieces) -> list[Context]:
    """Where the word stands in each sentence, and its path through the layers there."""
    result = []
    for number, trace in enumerate(traces, start=1):
        occurrence = first(trace, word, forms=True)
        places = () if occurrence is None else occurrence.places[-1:] if pieces == "last" else occurrence.places
        empty = np.zeros((0, trace.config.d_model), dtype=np.float32)
        result.append(Context(number, trace, occurrence, places, path(trace, places) if places else empty))
    return result


def choice_of_word(trace: Trace) -> OnChoose:
    """Return what choosing the word of a token sets, by the position of the token."""
    found = {position: occurrence.word for occurrence in reversed(occurrences(trace)) for position in occurrence.places}
    return lambda position: {"same_word": found[position]} if position in found else {}
