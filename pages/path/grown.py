"""The one sentence of all stops, which each makes richer: words, then where one attends, then what comes next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from headlight.parts import words
from headlight.parts.hero import Large, hero
from headlight.parts.nouns import EXAMPLE, State
from headlight.pictures import Screen
from headlight.reading import reader, sentences
from transformer import Head, Intervention, LanguageModel
from transformer.softmax import softmax

HEAD = Head(2, 0)  # the modifier head of the bundled model
DECIDES = Head(5, 4)  # brings the next word of the sentence
COLD = 0.5
KEY = "sentence"  # of the picture, which so stays the same from stop to stop


@dataclass(frozen=True)
class Grown:
    """The sentence at a stop: the head that is drawn and the word that looks, and what comes next.

    Without a head it is words alone; without `change` nothing is compared.
    """

    head: Head | None = None
    query: str = ""
    following: bool = False
    change: str = ""
    about: str = ""


_WORDS = Grown(about="Each stop adds its part to this sentence.")
_ONE_HEAD = Grown(HEAD, "country")
_NEXT = Grown(DECIDES, "the", following=True)
# From which stop on; the second is what a guess there makes of it.
_AT: Mapping[int, tuple[Grown, Grown]] = {
    1: (_WORDS, _WORDS),
    4: (_WORDS, _ONE_HEAD),
    5: (_ONE_HEAD, Grown(HEAD, "bear", about="To the right of “bear” every word is masked.")),
    6: (_ONE_HEAD, _ONE_HEAD),
    7: (_NEXT, Grown(DECIDES, "the", True, "off", f"{words.capital(DECIDES.title)}, switched off.")),
    8: (_NEXT, _NEXT),
    9: (_NEXT, Grown(DECIDES, "the", True, "cold", f"Dashed: temperature 1. Filled: temperature {COLD}.")),
    10: (Grown(DECIDES, "the"), Grown(DECIDES, "the", about="Each ribbon is one arrow, however far it leads.")),
}


def of(stop: int, *, guessed: bool) -> Grown:
    """Return what the sentence has come to at a stop, before or after the guess there."""
    return _AT[max(first for first in _AT if first <= stop)][guessed]


def sentence(screen: Screen, state: State, model: LanguageModel, grown: Grown) -> None:
    """Draw it; what has changed since the last stop, or by the guess, moves."""
    trace = reader.trace(model, EXAMPLE)
    usual, after = softmax(trace.next_logits), None
    if grown.change == "off":
        after = softmax(reader.trace(model, EXAMPLE, Intervention(silenced=frozenset({DECIDES}))).next_logits)
    elif grown.change == "cold":
        after = softmax(trace.next_logits, COLD)
    hero(
        screen,
        state,
        trace,
        grown.head or HEAD,
        query=last(trace.words, grown.query) if grown.query else None,
        before=None if after is None else usual,
        after=after,
        about=grown.about or None,
        following=grown.following,
        bare=grown.head is None,
        model=model,
        choose=None,
        key=KEY,
        large=Large(sentences.HERO, edits=None, heads=False, low=True, awaits=True),
    )


def last(tokens: Sequence[str], word: str) -> int:
    """The place of the last token that is written so."""
    return max(position for position, token in enumerate(tokens) if token == word)
