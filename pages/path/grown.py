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
    """The sentence after the guess of a stop: its head, the word that looks, and what comes next.

    Without `change` nothing is compared.
    """

    head: Head
    query: str
    following: bool = False
    change: str = ""
    about: str = ""


# Of each stop that asks about the sentence, the words that it asks about, and what a guess there makes of them.
_AT: Mapping[int, tuple[Asked, Grown]] = {
    4: (Asked((5,), (4, 5), ribbons=True), Grown(HEAD, "country")),
    5: (Asked((4, 5)), Grown(HEAD, "bear", about="To the right of “bear” every word is masked.")),
    7: (Asked((8,)), Grown(DECIDES, "the", True, "off", f"{words.capital(DECIDES.title)}, switched off.")),
    9: (Asked((8,)), Grown(DECIDES, "the", True, "cold", f"Dashed: temperature 1. Filled: temperature {COLD}.")),
    10: (Asked((0, 8)), Grown(DECIDES, "the", about="Each ribbon is one arrow, however far it leads.")),
}


def large(screen: Screen, state: State, stop: int, *, guessed: bool, alt: str, choose: Choose) -> bool:
    """Draw the large words of a stop, before or after the guess there; returns whether they answer by a click."""
    model = reader.bundled()
    if stop in _AT and guessed:
        _sentence(screen, state, model, _AT[stop][1], alt)
        return False
    if stop in _AT:
        asked = asked_words.draw(screen, EXAMPLE.split(), _AT[stop][0], alt=alt, choose=choose)
    else:
        asked = asked_words.show(screen, stop, model, guessed=guessed, alt=alt, choose=choose)
    return bool(asked.answers)


def _sentence(screen: Screen, state: State, model: LanguageModel, grown: Grown, alt: str) -> None:
    """Draw it; what the guess has changed moves."""
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
        grown.head,
        query=last(trace.words, grown.query),
        before=None if after is None else usual,
        after=after,
        about=grown.about or None,
        following=grown.following,
        model=model,
        choose=None,
        key=KEY,
        large=Large(sentences.HERO, edits=None, heads=False, low=True, awaits=True),
    )


def last(tokens: Sequence[str], word: str) -> int:
    """The place of the last token that is written so."""
    return max(position for position, token in enumerate(tokens) if token == word)
