"""The hero: the words of a sentence, where one of them looks in one head, and what comes next, in one picture."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from headlight.parts import dials, next_words, vocabulary, words
from headlight.parts.by_hand import ByHand, Edits
from headlight.parts.read_before import Known
from headlight.parts.why import Reason
from headlight.pictures import Asked, Demonstration, Extras, Next, Screen, Then, Words
from headlight.pictures.looks import LooksLost
from headlight.reading import sentences
from headlight.reading.reader import Model
from headlight.state import doors
from headlight.state.state import State
from transformer import OpenedModel, Trace
from transformer.head import Head
from transformer.words import Word, between_words, words_of

KEY = "hero"  # of the picture, where others stand under it
SHOWN, SHOWN_LARGE = 4, 5  # next words


class PictureQuestion(NamedTuple):
    """A question that the picture asks: its words answer it, or next words, which are shown without their chances."""

    asked: Asked | None = None  # the words; None where it is answered, or none is asked
    offered: Callable[[Model, list[int]], list[int]] | None = None  # the next words to choose from
    keys: Callable[[tuple[str, Any]], Mapping[str, Any] | None] = lambda click: None  # of a click, before all others


class Large(NamedTuple):
    """The extras of a hero that fills a page: the choice of a head, and ribbons whose ends can be moved."""

    alt: str
    heads: bool = True
    then: Then | None = None
    low: bool = False  # without the heads to choose from, so that two share a screen
    awaits: bool = False  # keeps the room of what comes next where nothing does yet
    lost: LooksLost | None = None  # what is lost without each head, for the squares
    demonstration: tuple[tuple[int, int, int, int, int], np.ndarray] | None = None  # an edit, and probabilities with it
    why: Reason = Reason()  # why the most likely next word comes
    question: PictureQuestion = PictureQuestion()
    known: Known | None = None  # what was read of it, and what a change of one word does


SMALL = Large(sentences.HERO, heads=False)  # in small type, with nothing but its head


def hero(
    screen: Screen,
    state: State,
    trace: Trace,
    head: Head,
    *,
    query: int | None = None,
    before: np.ndarray | None = None,
    after: np.ndarray | None = None,
    about: str | None = None,
    following: bool = True,
    bare: bool = False,
    model: Model | None = None,
    choose: Callable[[int], Mapping[str, Any]] | None = dials.choose_looking,
    key: str = KEY,
    hands: ByHand | None = None,
    large: Large = SMALL,
) -> int:
    """Draw it on top of what is added next, in small type unless it is `large`.

    Args:
        screen: where it is drawn.
        state: what the reader set.
        trace: the pass that is shown.
        head: the head whose ribbons are drawn.
        query: a token of the word that looks; None is the last word.
        before: probabilities of the next token before a change, as dashed outlines: [vocab].
        after: those that are drawn, if they are not those of the trace, whose numbers open: [vocab].
        about: what is said of the head; None names it.
        following: whether what comes next stands beside it.
        bare: whether it has its words alone, without ribbons.
        model: the one that made the trace, if it is not that of the page.
        choose: the keys that choosing a word sets, given its last token; with None nothing in it can be chosen.
        key: of the picture.
        hands: what was changed in it by hand, of which the trace is; None where its ribbons and words stay as they are.
        large: what it has besides where a page is made of it.

    Returns:
        The last token of the word that looks, whose row in the pattern is that of its ribbons.
    """
    model, text, compact = model or state.model, trace.text, large is SMALL
    text_words = words_of(text, trace.tokens)
    word, predicts = chosen(text_words, query), trace.plan.predicts == "next"
    edits = hands.edits if hands and hands.possible else None
    if hands and hands.changed and before is None:
        before = vocabulary.probabilities(hands.plain)
    ids, then = _next(state, trace, model, before, after, large) if following and predicts else ([], Next())
    about = words.capital(head.title) + "." if about is None else about
    if hands and hands.changed and compact:
        about = hands.said(state)
    if following and not predicts:
        about = f"{about} {words.NO_NEXT_WORD}"
    patterns = trace.patterns if large.heads else trace.layers[head.layer].pattern[None, [head.head]]
    if bare:
        patterns = np.zeros_like(patterns)

    def choice(click: tuple[str, Any]) -> Mapping[str, Any]:
        assert choose, "nobody listens"
        if (keys := large.question.keys(click)) is not None:
            return keys
        match click:
            case "word", int(number) if number < len(text_words):
                return choose(text_words[number].tokens[-1])
            case "head", [int(layer), int(number)]:
                return dials.choose_head((layer, number))
            case "both", [int(number), [int(layer), int(other)]]:
                return {**choose(text_words[number].tokens[-1]), **dials.choose_head((layer, other))}
            case "next", int(number):
                return next_words.added(model, text, ids[number]) | {"query": None}
            case ("place" | "swap") as kind, int(number) if large.known:
                return large.known.typed(kind, number)
            case ("edits" | "cut") as kind, value if edits:
                return edits.on_click(kind, value)
        return {}

    screen.looks(
        between_words(patterns, text_words),
        Words(
            [written(text_word, text) for text_word in text_words],
            word,
            head,
            names=words.roles(model) if large.heads else (),
            places=_places(text_words) if compact or large.low else (),
            sink=isinstance(model, OpenedModel) and predicts,
        ),
        then._replace(why=large.why.says, why_shows=large.why.opens, costs=large.why.costs, then=large.then),
        _extras(large, ids, edits if choose else None),
        about=about,
        alt=large.alt,
        key=key,
        on_choice=choice if choose else None,
    )
    return text_words[word].tokens[-1]


def chosen(text_words: Sequence[Word], query: int | None) -> int:
    """The number of the word that a token belongs to; the last where there is none."""
    return next((number for number, word in enumerate(text_words) if query in word.tokens), len(text_words) - 1)


def written(word: Word, text: str) -> tuple[str, bool]:
    """How a word is written in the sentence, and whether it stands apart; a mark that a tokenizer adds, by its name."""
    return word.as_typed(text) if word.start < word.end else (word.text.strip() or "␣", True)


def _places(text_words: Sequence[Word]) -> list[int]:
    """Of each token the number of its word."""
    return [number for number, word in enumerate(text_words) for _ in word.tokens]


def _next(
    state: State, trace: Trace, model: Model, before: np.ndarray | None, after: np.ndarray | None, large: Large
) -> tuple[list[int], Next]:
    """The tokens that come next, likeliest first, and what the picture shows of them; see `hero`."""
    now = vocabulary.probabilities(trace) if after is None else after
    count = SHOWN if large is SMALL or large.low else SHOWN_LARGE
    ids = vocabulary.likeliest_of_two(now if before is None else before, now, count).tolist()
    opens = doors.shows(state, trace, "probability", ids) if large is SMALL and after is None else None
    if large.question.offered:
        ids = large.question.offered(model, ids)
        return ids, Next([(label, 0.0) for label in vocabulary.labels(model, ids)])
    following = list(zip(vocabulary.labels(model, ids), now[ids].tolist(), strict=True))
    return ids, Next(following, () if before is None else before[ids].tolist(), opens)


def _extras(large: Large, ids: list[int], edits: Edits | None) -> Extras:
    edit, chances = large.demonstration or (None, None)
    return Extras(
        large.low,
        large is SMALL,
        large.awaits,
        [(*edit.head, *edit[1:]) for edit in edits.ribbons] if edits else None,
        edits.cut if edits else None,
        large.lost,
        Demonstration(edit, chances[ids].tolist()) if edit and chances is not None else None,
        large.question.asked,
        large.known.shown if large.known else None,
    )
