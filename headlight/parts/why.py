"""Why this word: how sure the model is of what comes next, and what brings it from where, in two short sentences.

The second, for which each part and each word is cut, is written once typing rests.
"""

from headlight.parts import dials, vocabulary
from headlight.parts.words import capital
from headlight.pictures import Screen
from headlight.reading import pauses, reader, sentences
from headlight.reading.found import BUNDLED
from headlight.state.state import State
from transformer import Head
from transformer.readings.why import Sure, Why, sure
from transformer.words import Word

TITLE = "Why this word?"
_CERTAIN, _GUESS = 0.9, 0.2  # from and up to which probability it is said so
_CLOSE = 1.25  # up to so many times as likely as the next word


def show(screen: Screen, state: State) -> None:
    """Say it of the text of the state; of another model than the bundled one its limits were not measured."""
    if state.model_name != BUNDLED:
        return
    told = [how_sure(state, sure(state.trace()))]
    if not pauses.typing():
        told.append(what_brings(state, reader.why(reader.bundled(), state.text)))
    screen.heading(TITLE, " ".join(told))


def lost(state: State) -> dict[str, object]:
    """The likeliest next word, its probability, and what it is without each head: for a picture of all heads.

    While somebody types it is not known yet, and has no heads.
    """
    if pauses.typing():
        return {"word": "", "had": 0.0, "has": []}
    decided = dials.decided(state)
    word = vocabulary.shown(reader.bundled(), decided.word)
    return {"word": word, "had": decided.probability, "has": decided.without_heads.tolist()}


def how_sure(state: State, found: Sure) -> str:
    """Say how sure the model is of the likeliest next word."""
    had, word, second = found.probability, *(vocabulary.shown(state.model, id) for id in (found.word, found.second))
    values = {"word": word, "had": percent(had), "second": second, "next": percent(found.second_probability)}
    if had >= _CERTAIN:
        return sentences.CERTAIN.format(**values)
    if had < _GUESS and found.half > 1:
        return sentences.GUESS.format(half=f"{found.half:,}", **values)
    if had < _CLOSE * found.second_probability:
        return sentences.HARDLY.format(**values)
    return sentences.LIKELIEST.format(**values)


def what_brings(state: State, found: Why) -> str:
    """Say what decides it here, and how much of the word's probability there is without that."""
    head, words, word = found.parts.head.title, found.words, vocabulary.shown(state.model, found.parts.word)
    match found.kind:
        case "alone":
            template = sentences.ALONE if len(words) > 1 else sentences.ONE_WORD
            source = capital(_named(words, len(words) - 1))
            return template.format(source=source, word=word, has=percent(found.alone))
        case "look":
            assert found.look is not None
            source, has = _named(words, found.look), percent(found.without_looks[found.look])
            hidden = percent(found.without_words[found.look])
            return sentences.ONE_LOOK.format(head=capital(head), source=source, word=word, has=has, hidden=hidden)
        case "word":
            assert found.word is not None
            has = percent(found.without_words[found.word])
            return sentences.SEVERAL.format(source=_named(words, found.word), word=word, has=has)
    part, has = found.part, percent(found.without_part)
    named = head if isinstance(part, Head) else f"the FFN of layer {part + 1}"
    if found.kind == "none":
        return sentences.NO_PART.format(part=named, word=word, has=has)
    template = sentences.ONE_HEAD if isinstance(part, Head) else sentences.ONE_FFN
    return template.format(part=capital(named), word=word, has=has)


def percent(share: float) -> str:
    """A probability in whole percent; what would be written 0% or 100% is said to be under 1%, or over 99%."""
    return "under 1%" if share < 0.005 else "over 99%" if share >= 0.995 else f"{100 * share:.0f}%"


def _named(words: tuple[Word, ...], at: int) -> str:
    """A word of the text, with which one it is where it stands there more than once."""
    text, same = (
        words[at].text.strip() or "␣",
        [place for place, word in enumerate(words) if word.text == words[at].text],
    )
    which = (
        "" if len(same) == 1 else "the first " if at == same[0] else "the last " if at == same[-1] else "an earlier "
    )
    return f"{which}“{vocabulary.visible(text)}”"
