"""One word that flips the answer: which words of a text do, and the substitutes of one.

A hundred texts are read for it, so it is found once the reader rests, or asks for a word.
"""

from collections.abc import Mapping, Sequence

from headlight.parts import vocabulary
from headlight.pictures import Swap
from headlight.pictures.decimals import percent
from headlight.reading import reader, running
from headlight.reading.cache import cached
from headlight.reading.reader import Model
from transformer.readings.flips import Substitute, TriedWord, flips

_SHOWN = 5  # words in the place of a chosen one
_TRIED_AGAIN = 4  # texts with one change in which a second one is looked for
_LAST = 16  # tokens of which every word is tried: in a long text those before would take seconds


def of(model: Model, text: str, *, asked: int | None) -> Mapping[int, TriedWord]:
    """The words of a text that are one token, by their positions, with what was tried in their place.

    There are none until the reader rests, or has `asked` for a position and does not type.
    """
    if not running.resting() and (asked is None or running.typing()):
        return {}
    found = _tried(model, text, None)
    return found if asked is None or asked in found else {**_tried(model, text, asked), **found}


@cached(most=32)
def _tried(model: Model, text: str, position: int | None) -> Mapping[int, TriedWord]:
    trace = reader.trace(model, text)
    positions = range(trace.last + 1 - _LAST, trace.last + 1) if position is None else [position]
    return {place.position: place for place in flips(model, trace, positions)}


def goal(model: Model, text: str) -> Substitute | None:
    """The likeliest word that two changes bring and none alone, else the one that the fewest do; None without any."""
    once, twice = _reached(model, text)
    if twice:
        return max(twice.values(), key=lambda each: each.probability)
    rarest = min(once, key=lambda id: len(once[id]), default=None)
    return None if rarest is None else once[rarest][0]


def least(model: Model, text: str, id: int) -> int | None:
    """The least number of words to change to others that are tried until a token comes next; None if more than 2."""
    once, twice = _reached(model, text)
    return 1 if id in once else 2 if id in twice else None


@cached(most=32)
def _reached(model: Model, text: str) -> tuple[dict[int, list[Substitute]], dict[int, Substitute]]:
    """By the words that come next then: the changes of one word, and the last of two where one is not enough."""
    places, once, twice = _tried(model, text, None), dict[int, list[Substitute]](), dict[int, Substitute]()
    flipped = [(each, place.position) for place in places.values() for each in place.flips]
    for each, _ in flipped:
        once.setdefault(each.next, []).append(each)
    known = {int(reader.trace(model, text).next_logits.argmax()), *once}
    for first, position in sorted(flipped, key=lambda each: each[0].kept)[:_TRIED_AGAIN]:
        for place in _tried(model, first.text, None).values():
            for each in place.flips if place.position != position else ():
                if each.next not in known and vocabulary.text_of(model, each.next).strip().isalpha():
                    twice.setdefault(each.next, each)
    return once, twice


def shown(place: TriedWord) -> Sequence[Substitute]:
    """Up to five words for its place, those that flip the answer first."""
    kept = [each for each in place.substitutes if each not in place.flips]
    return [*place.flips, *kept][:_SHOWN]


def swaps(model: Model, place: TriedWord) -> list[Swap]:
    """Return them as a picture shows them: the word, what comes then, and whether that is another word."""
    return [
        Swap(each.word, vocabulary.shown(model, each.next), percent(each.probability), each in place.flips)
        for each in shown(place)
    ]
