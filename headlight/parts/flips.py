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
from transformer.readings.flips import Place, Substitute, flips

_SHOWN = 5  # words in the place of a chosen one
_LAST = 16  # tokens of which every word is tried: in a long text those before would take seconds


def of(model: Model, text: str, *, asked: int | None) -> Mapping[int, Place]:
    """The words of a text that are one token, by their positions, with what was tried in their place.

    There are none until the reader rests, or has `asked` for a position and does not type.
    """
    if not running.resting() and (asked is None or running.typing()):
        return {}
    found = _tried(model, text, None)
    return found if asked is None or asked in found else {**_tried(model, text, asked), **found}


@cached(most=32)
def _tried(model: Model, text: str, position: int | None) -> Mapping[int, Place]:
    trace = reader.trace(model, text)
    positions = range(trace.last + 1 - _LAST, trace.last + 1) if position is None else [position]
    return {place.position: place for place in flips(model, trace, positions)}


def shown(place: Place) -> Sequence[Substitute]:
    """Up to five words for its place, those that flip the answer first."""
    kept = [each for each in place.substitutes if each not in place.flips]
    return [*place.flips, *kept][:_SHOWN]


def swaps(model: Model, place: Place) -> list[Swap]:
    """Return them as a picture shows them: the word, what comes then, and whether that is another word."""
    return [
        Swap(each.word, vocabulary.shown(model, each.next), percent(each.probability), each in place.flips)
        for each in shown(place)
    ]
