"""Why this word: how sure the model is of what comes next, and what brings it from where, in two short sentences.

The second, for which each part and each word is cut, is written once typing rests. Where no head decides it says what
the one with most effect is worth. Each number opens, one of a cut in the pass with this cut.
"""

from collections.abc import Sequence
from typing import NamedTuple

from headlight.parts import cut, dials, vocabulary
from headlight.parts.words import Says, capital, said
from headlight.pictures import Screen
from headlight.pictures.looks import LooksLost
from headlight.pictures.picture import Door
from headlight.reading import reader, running, sentences
from headlight.reading.real_models import BUNDLED
from headlight.state import opening
from headlight.state.state import State
from transformer import Head
from transformer.readings.why import Sure, Why, sure
from transformer.words import Word

TITLE = "Why this word?"
_CERTAIN, _GUESS = 0.9, 0.2  # from and up to which probability it is said so
_CLOSE = 1.25  # up to so many times as likely as the next word


class Reason(NamedTuple):
    """The sentences, and where the numbers that stand out in them open, in their order."""

    says: Says
    opens: Sequence[Door]


def show(screen: Screen, state: State) -> None:
    """Say it under a heading; see `reason`."""
    said_here, opens = reason(state)
    if said_here:
        screen.heading(TITLE, "")
        screen.sentence(said_here, shows=opens, key="why")


def reason(state: State) -> Reason:
    """Say it of the text of the state; of another model than the bundled one its limits were not measured.

    The likeliest next words open in the text's pass, what is known of cuts in the passes with these.
    """
    if state.model_name != BUNDLED:
        return Reason([], [])
    trace = state.trace()
    found = sure(trace)
    pieces = how_sure(state, found)
    ids = (found.word, found.second)[: sum(strong for _, strong in pieces)]
    doors = [opening.shows(state, trace, "probability", id) for id in ids]
    opens = [door for door in doors if door]
    if not running.typing():
        why = reader.why(reader.bundled(), state.text)
        pieces += [(" ", False), *what_brings(state, why)]
        opens += [
            {"stage": "probability", "at": [found.word], "cut": each} for each in cuts_of(why, cut.hideable(trace))
        ]
    return Reason(pieces, opens)


def cuts_of(why: Why, hideable: Sequence[str]) -> list[str]:
    """The cuts of the numbers that `what_brings` says, in their order, as the address has them."""
    head = why.parts.head
    if (number := why.source) is not None:
        if why.kind == "alone":
            return [cut.EVERY] if len(why.words) > 1 else []
        hidden = [hideable[position] for position in why.words[number].tokens]
        one = [cut.written(head, hidden)] if why.kind == "look" else []
        return [*one, cut.written(cut.EVERY, hidden)]
    return [cut.written(why.part), *([] if isinstance(why.part, Head) else [cut.written(head)])]


def lost(state: State) -> LooksLost:
    """The likeliest next word, its probability, and what it is without each head: for a picture of all heads.

    While somebody types it is not known yet, and has no heads.
    """
    if running.typing():
        return {"word": "", "had": 0.0, "has": []}
    decided = dials.decided(state)
    word = vocabulary.shown(reader.bundled(), decided.word)
    return {"word": word, "had": decided.probability, "has": decided.without_heads.tolist()}


def how_sure(state: State, sure: Sure) -> list[tuple[str, bool]]:
    """Say how sure the model is of the likeliest next word."""
    probability, word, second = (
        sure.probability,
        *(vocabulary.shown(state.model, id) for id in (sure.word, sure.second)),
    )
    values = {"word": word, "had": percent(probability), "second": second, "next": percent(sure.second_probability)}
    if probability >= _CERTAIN:
        return said(sentences.CERTAIN, **values)
    if probability < _GUESS and sure.half > 1:
        return said(sentences.GUESS, half=f"{sure.half:,}", **values)
    if probability < _CLOSE * sure.second_probability:
        return said(sentences.HARDLY, **values)
    return said(sentences.LIKELIEST, **values)


def what_brings(state: State, why: Why) -> Says:
    """Say what decides it here, and how much of the word's probability there is without that."""
    head, words, word = why.parts.head.title, why.words, vocabulary.shown(state.model, why.parts.word)
    if (number := why.source) is not None:
        source = _named(words, number)
        if why.kind == "alone":
            template = sentences.ALONE if len(words) > 1 else sentences.ONE_WORD
            return said(template, source=capital(source), word=word, has=percent(why.alone))
        hidden = percent(why.without_words[number])
        if why.kind == "word":
            return said(sentences.SEVERAL, source=source, word=word, has=hidden)
        left = percent(why.without_looks[number])
        return said(sentences.ONE_LOOK, head=capital(head), source=source, word=word, has=left, hidden=hidden)
    part, none, has = why.part, why.kind == "none", percent(why.without_part)
    if isinstance(part, Head):
        template = sentences.NO_HEAD if none else sentences.ONE_HEAD
        return said(template, part=head if none else capital(head), word=word, has=has)
    template, ffn = sentences.NO_FFN if none else sentences.ONE_FFN, f"FFN of layer {part + 1}"
    left = percent(why.parts.without_heads[why.parts.head])
    return said(template, part=ffn, word=word, has=has, left=left, head=head)


def percent(share: float) -> str:
    """A probability in whole percent; what would be written 0% or 100% is said to be under 1%, or over 99%."""
    return "under 1%" if share < 0.005 else "over 99%" if share >= 0.995 else f"{100 * share:.0f}%"


def _named(words: tuple[Word, ...], number: int) -> str:
    """A word of the text, with which one it is where it stands there more than once."""
    text, same = (
        words[number].text.strip() or "␣",
        [index for index, word in enumerate(words) if word.text == words[number].text],
    )
    ordinal = (
        ""
        if len(same) == 1
        else "the first "
        if number == same[0]
        else "the last "
        if number == same[-1]
        else "an earlier "
    )
    return f"{ordinal}“{vocabulary.visible(text)}”"
