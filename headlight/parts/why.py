"""Why this word: the word of the text that the next one needs and the head that brings it, in one sentence.

It is written once typing rests, for which each part and each word is cut. Where one head brings it, its ribbons are
drawn, else what hiding each word costs. Each number opens, one of a cut in the pass with this cut.
"""

from collections.abc import Sequence
from typing import NamedTuple

from headlight.parts import cut, vocabulary
from headlight.parts.words import Says, said
from headlight.pictures import Screen
from headlight.pictures.decimals import percent
from headlight.pictures.picture import Door
from headlight.reading import reader, running, sentences
from headlight.reading.real_models import BUNDLED
from headlight.state import doors
from headlight.state.state import State
from transformer import Head
from transformer.readings.why import HALF, Why
from transformer.words import Word

TITLE = "Why this word?"
_CLEARLY = 0.2  # of the probability: so much more is left with all words hidden than with one, where it was not brought


class Reason(NamedTuple):
    """The sentence, and where the numbers that stand out in it open, in their order."""

    says: Says = ()
    opens: Sequence[Door] = ()
    costs: Sequence[float] = ()  # the share that hiding each word takes, where no one head brings it


def show(screen: Screen, state: State) -> None:
    """Say it under a heading; see `reason`."""
    said_here, opens, _ = reason(state)
    if said_here:
        screen.heading(TITLE, "")
        screen.sentence(said_here, shows=opens, key="why")


def reason(state: State) -> Reason:
    """Say it of the text of the state; of another model than the bundled one its limits were not measured.

    The most likely next word opens in the text's pass, what is known of cuts in the passes with these.
    """
    if state.model_name != BUNDLED or running.typing():
        return Reason()
    trace, why = state.trace(), reader.why(reader.bundled(), state.text)
    door = doors.shows(state, trace, "probability", why.next)
    opens = [door] if door else []
    opens += [{"stage": "probability", "at": [why.next], "cut": each} for each in cuts_of(why, cut.hideable(trace))]
    costs = () if why.kind == "look" or len(why.words) == 1 else why.costs.tolist()
    return Reason(what_brings(state, why), opens, costs)


def cuts_of(why: Why, hideable: Sequence[str]) -> list[str]:
    """The cuts of the numbers that `what_brings` says after the first, in their order, as the address has them."""
    match why.kind:
        case "alone":
            return [cut.EVERY] if len(why.words) > 1 else []
        case "none":
            return [cut.written(why.part)]
    assert why.word is not None, "a word decides"
    hidden = [hideable[position] for position in why.words[why.word].tokens]
    return [cut.written(cut.EVERY, hidden), *([] if why.ffn is None else [cut.written(why.ffn)])]


def what_brings(state: State, why: Why) -> Says:
    """Say what the word needs, and how much of its probability there is without that."""
    values = {"word": vocabulary.shown(state.model, why.next), "had": percent(why.probability)}
    if why.kind == "none":
        part = why.part.title if isinstance(why.part, Head) else f"the FFN of layer {why.part + 1}"
        return said(sentences.NO_WORD, part=part, left=percent(why.without_part), **values)
    if len(why.words) == 1:
        return said(sentences.ONE_WORD, **values)
    if why.kind == "alone":
        return said(sentences.ENOUGH, source=_named(why.words, -1), hidden=percent(why.alone), **values)
    assert why.word is not None and why.head, "a word decides"
    without_word = float(why.without_words[why.word])
    values |= {"source": _named(why.words, why.word), "hidden": percent(without_word), "head": why.head.title}
    # With all words hidden the next one may be likelier again than with this one: then nothing came from there.
    came = why.alone - without_word <= _CLEARLY * why.probability
    if why.kind == "word":
        return said(sentences.SEVERAL if came and why.brought < HALF else sentences.NEEDED, **values)
    pieces = said(sentences.BROUGHT if came else sentences.HEAD_NEEDS, **values)
    if why.ffn is not None:
        left = percent(float(why.parts.without_ffns[why.ffn]))
        pieces += [(" ", False), *said(sentences.FFN_TOO, layer=why.ffn + 1, left=left)]
    return pieces


def _named(words: tuple[Word, ...], number: int) -> str:
    """A word of the text, with which one it is where it stands there more than once."""
    number %= len(words)
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
