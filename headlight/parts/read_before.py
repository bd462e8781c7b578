"""The longest end of a text that the model has read in training, and whether a look-up could have answered."""

from collections.abc import Sequence
from threading import Event
from typing import Any, NamedTuple

import numpy as np

from headlight.parts import flips, vocabulary
from headlight.parts.words import Says, said
from headlight.pictures import Read
from headlight.reading import reader, running, sentences
from headlight.reading.cache import cached
from headlight.reading.reader import CannotShow, Model
from headlight.reading.real_models import BUNDLED
from headlight.state.state import State
from transformer import Trace
from transformer.bundled.training_text import ReadEnd, read_end
from transformer.words import Word

NAMES = {
    "tinystories": "TinyStories",
    "tatoeba": "Tatoeba, everyday sentences",
    "standardebooks": "Standard Ebooks, old books",
    "fairytales": "Fairy tales",
    "storybooks": "African Storybook and Pratham Books",
    "teaching": "Sentences written for Headlight",
}
_here = Event()  # unset while a server loads the training text: its pages come without it meanwhile
_here.set()


class Known(NamedTuple):
    """The words that a picture of a sentence shows, and the texts that a click types, of a place or another word."""

    shown: Read
    places: Sequence[str]
    swaps: Sequence[str]

    def typed(self, kind: str, number: int) -> dict[str, Any]:
        """The keys that a click sets: a text, whose last word attends."""
        texts = self.places if kind == "place" else self.swaps
        return {"text": texts[number], "query": None} if number < len(texts) else {}


def expect() -> None:
    """Say that the training text is about to be loaded."""
    _here.clear()


def load() -> None:
    """Unpack the training text and order its places, so that no visitor waits for it."""
    try:
        read(reader.bundled(), ())
    finally:
        _here.set()


def of_sentence(state: State, trace: Trace, sentence: Sequence[Word], chosen: Word | None) -> Known | None:
    """Return what was read of a sentence, which words of it flip what follows, and others in the place of a chosen one.

    None for a model whose training text is not here. The words that flip it come once the reader rests, or chooses one.
    """
    if state.model_name != BUNDLED or not running.ready(_here.is_set()):
        return None
    try:
        found = read(state.model, tuple(token.id for token in trace.tokens))
    except CannotShow:
        return None
    tried = {} if running.typing() else flips.of(state.model, state.text, asked=chosen.tokens[0] if chosen else None)
    at = {place.position: place.ease for place in tried.values()}
    place = tried.get(chosen.tokens[0]) if chosen and len(chosen.tokens) == 1 else None
    shown = Read(
        verdict(state.model, found, vocabulary.probabilities(trace)),
        _begins(trace, sentence, found.length),
        found.end.lstrip(),
        [(place.before, place.after, NAMES[place.source]) for place in found.places],
        [at.get(word.tokens[0]) if len(word.tokens) == 1 else None for word in sentence] if tried else (),
        (sentences.ANOTHER if place else sentences.NO_OTHER).format(word=chosen.text) if chosen else "",
        flips.swaps(state.model, place) if place else (),
    )
    return Known(
        shown,
        [place.before + found.end.lstrip() for place in found.places],
        [each.text for each in flips.shown(place)] if place else (),
    )


def _begins(trace: Trace, sentence: Sequence[Word], length: int) -> float:
    """Where the last tokens of a sentence begin: in which word, and with what share of it before them."""
    if not length:
        return float(len(sentence))
    first, start = len(trace.tokens) - length, trace.tokens[-length].start
    number = next(number for number, word in enumerate(sentence) if word.tokens[-1] >= first)
    word = sentence[number]
    return number + max(0.0, start - word.start) / max(1, word.end - word.start)


@cached(most=32)
def read(model: Model, ids: tuple[int, ...]) -> ReadEnd:
    """Look the end up, or say why nobody can."""
    try:
        return read_end(model, ids)
    except ValueError as error:
        raise CannotShow(str(error)) from error


def verdict(model: Model, read: ReadEnd, chances: np.ndarray) -> Says:
    """Say whether a look-up could have given what the model says."""
    best = int(chances.argmax())
    known = dict(read.ids).get(best, 0)
    told: dict[str, Any] = {"end": read.end, "times": times(read.times), "word": vocabulary.shown(model, best)}
    if not read.length:
        return said(sentences.UNREAD)
    if not known:
        return said(sentences.NEVER_THEN, **told)
    told["known"] = times(known)
    (other, most), *_ = [each for each in read.ids if each[0] != best] or [(best, 0)]
    if known > most:
        return said(sentences.MOST_THEN, **told)
    words = sentences.TIED_THEN if known == most else sentences.OTHER_THEN
    return said(words, other=vocabulary.shown(model, other), **told)


def times(count: int) -> str:
    """Say how often."""
    return sentences.TIMES[min(count, 3) - 1].format(count=f"{count:,}")
