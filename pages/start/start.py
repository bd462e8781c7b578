"""Start: one sentence in large type, where one of its words looks in one head, and what comes next.

Ribbons that were moved to another word, or cut, are an intervention and stand in the address.
"""

from collections.abc import Sequence

import numpy as np

from headlight.pages.start import first_visit
from headlight.parts import by_hand, dials, read_before, vocabulary, why, words
from headlight.parts.by_hand import MovedRibbon, changed_by
from headlight.parts.hero import Large, hero
from headlight.parts.hero import chosen as hero_word
from headlight.parts.nouns import EXAMPLE, Link, State, view
from headlight.pictures import Screen, Then
from headlight.pictures.looks import LooksLost
from headlight.reading import running, sentences
from headlight.state.address import KEYS
from headlight.state.story import STORIES
from transformer import UNCHANGED, Head
from transformer.words import Word, words_of

FIRST = dials.BRINGS
HEAD = dials.in_picture(dials.BRINGING)
_SOURCE, _SHOWN = "bear", "girl"  # from and to where the demonstration of a first visit moves a ribbon
_THEN = ("country", Head(2, 0))  # what there is to find next in the opening sentence


def _ways() -> list[Link]:
    story = STORIES.get("one-head")  # their file may be damaged
    return [
        *([Link(story.view, "**Story: one head decides →**", story.address)] if story else []),
        Link("path", "**Guesses →**"),
        Link("all_heads", "**All heads →**"),
    ]


@view(
    box=dials.sentence(placeholder="Type here"),
    dials=[HEAD, dials.QUERY, dials.EDITED, first_visit.QUESTION, first_visit.GUESSED],
    alone="",
    ways=_ways(),
    lesson=False,  # it shows its sentence at once
    own_keys=[KEYS["story"]],  # whose question the demonstration would answer
    asks=lambda state: _visit(state).open,
)
def start(state: State, screen: Screen) -> None:
    """The words of the sentence, one of which looks at others; the picture is the control of word and head."""
    head, plain = state[HEAD], state.trace()
    sentence = words_of(plain.text, plain.tokens)
    # The word that the reader chose, by the position of one of its tokens; at first the last one.
    chosen = hero_word(sentence, state[dials.QUERY])
    hands = by_hand.read(state, plain)
    trace, edits = hands.trace, hands.changed

    visit = _visit(state)
    then = first_visit.then(visit) if visit.question else None
    if trace.text == EXAMPLE and (chosen, head) == (len(sentence) - 1, FIRST) and not edits:  # a second thing to find
        word, other = _THEN
        number = [candidate.text for candidate in sentence].index(word)
        then = Then(f"Then compare another head: what does “{word}” attend to in {other.title}?", number, other)
    query = state[dials.QUERY]
    asked_for = None if query is None else sentence[chosen]
    elsewhere = visit.open or edits
    known = None if elsewhere else read_before.of_sentence(state, plain, sentence, asked_for)
    about = hands.said(state) if edits else _worth(state, head)
    # Which are about something else, or have no room for the reason.
    acted = bool(edits or _is_chosen(state) or chosen < len(sentence) - 1)
    heads = not visit.question or (acted and not visit.open)  # on a first visit they come with the first choice
    silent = bool(acted or state.get("present") or running.typing())
    reason = why.Reason() if silent or visit.open else why.reason(state)
    reason = first_visit.reason(visit, reason, state) if visit.question else reason
    if visit.open or reason.costs:
        about = ""  # the legend says what the ribbons are
    hero(
        screen,
        state,
        trace,
        head,
        query=sentence[chosen].tokens[-1],
        about=about,
        following=visit.question != first_visit.WHICH_WORD or not visit.open,
        bare=visit.open,
        choose=lambda token: dials.choose_word(token) if token != query else {"query": None},
        key="looks",
        hands=hands,
        large=Large(
            sentences.HERO,
            then=then,
            heads=heads,
            lost=_lost(state) if heads and not edits else None,
            demonstration=_demonstration(state, head, sentence),
            why=reason,
            question=first_visit.question(visit, sentence) if visit.question else first_visit.UNASKED,
            known=known,
        ),
    )


def _visit(state: State) -> first_visit.Visit:
    """The question of a first visit, which hardly any state asks."""
    return first_visit.of(state) if state[first_visit.QUESTION] else first_visit.NONE


def _demonstration(
    state: State, head: Head, sentence: Sequence[Word]
) -> tuple[tuple[int, int, int, int, int], np.ndarray] | None:
    """The ribbon of the opening moved to another word, and what comes next then; None where anything is set."""
    if state.items:
        return None
    texts = [word.text for word in sentence]
    edit = MovedRibbon(head, len(sentence) - 1, texts.index(_SOURCE), texts.index(_SHOWN))
    trace = state.trace(changed_by([edit], sentence, state, UNCHANGED))
    return (*edit.head, edit.query, edit.source, texts.index(_SHOWN)), vocabulary.probabilities(trace)


def _lost(state: State) -> LooksLost:
    """The likeliest next word, its probability, and what it is without each head: for a picture of all heads.

    While somebody types it is not known yet, and has no heads.
    """
    if running.typing():
        return {"word": "", "had": 0.0, "has": []}
    decided = dials.decided(state)
    word = vocabulary.shown(state.model, decided.word)
    return {"word": word, "had": decided.probability, "has": decided.without_heads.tolist()}


def _worth(state: State, head: Head) -> str:
    """Say what the head does, and once typing rests, of one that was chosen, how likely the next word is without it."""
    title = f"{words.head_title(state.model, *head, state.trace())}."
    if not _is_chosen(state) or running.typing():
        return title
    decided = dials.decided(state)
    word = vocabulary.shown(state.model, decided.word)
    return f"{title} {sentences.WITHOUT.format(has=100 * decided.without_heads[head], word=word)}"


def _is_chosen(state: State) -> bool:
    """Whether the reader has chosen the head."""
    return any(part.key in dict(state.items) for part in HEAD.parts)
