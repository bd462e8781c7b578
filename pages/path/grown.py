"""The one sentence of all stops, which each makes richer: words, then where one attends, then what comes next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from headlight.pages.path import asked as asked_words
from headlight.pages.path.asked import KEY, Choose
from headlight.parts import words
from headlight.parts.hero import Large, hero
from headlight.parts.nouns import EXAMPLE, State
from headlight.pictures import Asked, Screen
from headlight.reading import reader, sentences
from transformer import Head, Intervention, LanguageModel
from transformer.softmax import softmax

HEAD = Head(2, 0)  # the modifier head of the bundled model
DECIDES = Head(5, 4)  # brings the next word of the sentence
COLD = 0.5


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
    asked: Asked | None = None


_ONE_HEAD = Grown(HEAD, "country")
_NEXT = Grown(DECIDES, "the", following=True)
# Of each stop that asks about the sentence; the second is what a guess there makes of it.
_AT: Mapping[int, tuple[Grown, Grown]] = {
    4: (Grown(query="country", asked=Asked((5,), (4, 5), ribbons=True)), _ONE_HEAD),
    5: (_ONE_HEAD, Grown(HEAD, "bear", about="To the right of “bear” every word is masked.")),
    7: (_NEXT, Grown(DECIDES, "the", True, "off", f"{words.capital(DECIDES.title)}, switched off.")),
    9: (_NEXT, Grown(DECIDES, "the", True, "cold", f"Dashed: temperature 1. Filled: temperature {COLD}.")),
    10: (Grown(DECIDES, "the"), Grown(DECIDES, "the", about="Each ribbon is one arrow, however far it leads.")),
}


def large(screen: Screen, state: State, stop: int, *, guessed: bool, alt: str, choose: Choose) -> bool:
    """Draw the large words of a stop, before or after the guess there; returns whether they answer by a click."""
    model = reader.bundled()
    if stop in _AT:
        grown = _AT[stop][guessed]
        asked = grown.asked
        _sentence(screen, state, model, grown, alt, choose)
    else:
        asked = asked_words.show(screen, stop, model, guessed=guessed, alt=alt, choose=choose)
    return bool(asked and asked.answers)


def _sentence(screen: Screen, state: State, model: LanguageModel, grown: Grown, alt: str, choose: Choose) -> None:
    """Draw it; what has changed since the last stop, or by the guess, moves."""
    trace = reader.trace(model, EXAMPLE)
    usual, after, asked = softmax(trace.next_logits), None, grown.asked
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
        about=grown.about or ("" if asked else None),
        following=grown.following,
        bare=grown.head is None,
        model=model,
        choose=(lambda place: choose(asked.answers.index(place))) if asked else None,
        key=KEY,
        large=Large(alt if asked else sentences.HERO, edits=None, heads=False, low=True, awaits=True, asked=asked),
    )


def last(tokens: Sequence[str], word: str) -> int:
    """The place of the last token that is written so."""
    return max(position for position, token in enumerate(tokens) if token == word)
