"""The words that a stop asks about, in large type: its own, or those of the one sentence."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from headlight.parts import unanswered
from headlight.parts.hero import Large, hero
from headlight.parts.nouns import EXAMPLE, State
from headlight.pictures import Asked, Screen
from headlight.reading import reader, sentences
from headlight.state.first_path import Stop
from transformer import Head

CUT, TWICE = "prejudice", "bear bear"
HEAD = Head(2, 0)  # the modifier head of the bundled model
_KEY = "sentence"  # of the picture, which so stays the same from stop to stop
Choose = Callable[[int], Mapping[str, Any]]  # from the number of an option to the keys that it sets


@dataclass(frozen=True)
class Grown:
    """The sentence after the guess of a stop: its head, and the word that looks."""

    head: Head
    query: str
    about: str | None = None


# Of each stop that asks about the sentence, the words that it asks about, and what a guess there makes of them.
_OF_THE_SENTENCE: Mapping[str, tuple[Asked, Grown]] = {
    "bear_or_country": (Asked((5,), (4, 5), ribbons=True), Grown(HEAD, "country")),
    "looking_ahead": (Asked((4, 5)), Grown(HEAD, "bear", "To the right of “bear” every word is masked.")),
    "path_length": (Asked((0, 8)), Grown(Head(5, 4), "the", "Each ribbon is one arrow, however far it leads.")),
}


def large(screen: Screen, state: State, step: Stop, *, guessed: bool, choose: Choose) -> bool:
    """Draw the large words of a stop, before or after the guess there; returns whether they answer by a click."""
    if step.answer not in _OF_THE_SENTENCE:
        texts, asked = _pieces(guessed) if step.answer == "pieces" else _twice()
    elif guessed:
        _sentence(screen, state, _OF_THE_SENTENCE[step.answer][1])
        return False
    else:
        texts, asked = EXAMPLE.split(), _OF_THE_SENTENCE[step.answer][0]
    unanswered.words(
        screen, texts, asked, alt=step.question, key=_KEY, on_choice=lambda click: choose(asked.answers.index(click[1]))
    )
    return bool(asked.answers)


def _pieces(guessed: bool) -> tuple[Sequence[str], Asked]:
    """The word whole, then its tokens."""
    words = [token.text.strip() for token in reader.trace(reader.bundled(), CUT).tokens] if guessed else [CUT]
    return words, Asked([*range(len(words))])


def _twice() -> tuple[Sequence[str], Asked]:
    """The word at both of its positions."""
    words = TWICE.split()
    return words, Asked([*range(len(words))], notes=[f"position {place}" for place in range(len(words))])


def _sentence(screen: Screen, state: State, grown: Grown) -> None:
    """Draw it with the ribbons of the head."""
    model = reader.bundled()
    trace = reader.trace(model, EXAMPLE)
    hero(
        screen,
        state,
        trace,
        grown.head,
        query=last(trace.words, grown.query),
        about=grown.about,
        following=False,
        model=model,
        choose=None,
        key=_KEY,
        large=Large(sentences.HERO, heads=False, low=True, awaits=True),
    )


def last(tokens: Sequence[str], word: str) -> int:
    """The place of the last token that is written so."""
    return max(position for position, token in enumerate(tokens) if token == word)
