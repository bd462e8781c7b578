"""Start: one sentence in large type, where one of its words looks in one head, and what comes next.

Ribbons that were moved to another word, or cut, are an intervention and stand in the address. A second reader, SmolLM2,
may read the sentence too.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from headlight.pages.start import first_visit
from headlight.parts import dials, live_check, read_before, tokens, vocabulary, why, words
from headlight.parts.hero import Large, hero
from headlight.parts.hero import chosen as hero_word
from headlight.parts.nouns import (
    EXAMPLE,
    REAL_MODELS,
    CannotShow,
    Dial,
    Key,
    Link,
    State,
    Switch,
    view,
)
from headlight.pictures import Screen, Then
from headlight.reading import reader, running, sentences
from headlight.state.story import STORIES
from transformer import UNCHANGED, Config, Head, Intervention
from transformer.edited_rows import with_rows, with_weight
from transformer.words import Word, words_of

FIRST = dials.BRINGS
MOST = 8  # edits that are kept; each costs a pass
HEAD = dials.in_picture(dials.BRINGING)
_SOURCE, _SHOWN = "bear", "girl"  # from and to where the demonstration of a first visit moves a ribbon
SECOND = "SmolLM2"
_SECOND_NAMED = Head(*(number - 1 for number in dials.FIRST[SECOND]))
READS = Dial(
    "toggle",
    Key("second_reader", Switch(), "a second model reads the sentence of the start too"),
    f"Let {SECOND} read it too",
    False,
    "below",
    when=lambda state: SECOND in REAL_MODELS,
    help="Off at first. A public model, 32 times larger, trained on text of the web. It answers more slowly.",
)
_THEN = ("country", Head(2, 0))  # what there is to find next in the opening sentence


class MovedRibbon(NamedTuple):
    """One ribbon taken off the word that it led to; words are counted from 0."""

    head: Head
    query: int  # the word that looks
    source: int  # the word that it looked at
    target: int | None  # the one that it looks at instead; None: it is cut

    def written(self, sentence: Sequence[Word]) -> str:
        """The edit as the address has it, with the last token of each word: 6.5.8.4.1, or 6.5.8.4.x for a cut."""
        places = [sentence[word].tokens[-1] for word in (self.query, self.source)]
        target = "x" if self.target is None else sentence[self.target].tokens[-1]
        return f"{self.head.label}.{places[0]}.{places[1]}.{target}"


def _ways() -> list[Link]:
    story = STORIES.get("one-head")  # their file may be damaged
    return [
        *([Link(story.view, "**Story: one head decides →**", story.address)] if story else []),
        Link("path", "**Guesses →**"),
        Link("all_heads", "**All heads →**"),
    ]


@view(
    box=dials.sentence(placeholder="Type here"),
    dials=[HEAD, dials.QUERY, dials.EDITED, READS, first_visit.QUESTION, first_visit.GUESSED],
    alone="",
    ways=_ways(),
    lesson=False,  # it shows its sentence at once
    asks=first_visit.is_open,
)
def start(state: State, screen: Screen) -> None:
    """The words of the sentence, one of which looks at others; the picture is the control of word and head."""
    model, head, plain = state.model, state[HEAD], state.trace()
    sentence = words_of(plain.text, plain.tokens)
    # The word that the reader chose, by the position of one of its tokens; at first the last one.
    chosen = hero_word(sentence, state[dials.QUERY])
    edits = parsed(state[dials.EDITED], sentence, model.config)
    trace = state.trace(changed_by(edits, sentence, state))
    before = chances = vocabulary.probabilities(plain)
    if trace is not plain:
        chances = vocabulary.probabilities(trace)

    def by_hand(dragged: Sequence[Any]) -> dict[str, Any]:
        moved_edits = [MovedRibbon(Head(*numbers[:2]), *numbers[2:]) for numbers in dragged[:MOST]]
        return {"edited": " ".join(edit.written(sentence) for edit in moved_edits) or None}

    visit = first_visit.step(state)
    then = first_visit.then(visit)
    if trace.text == EXAMPLE and (chosen, head) == (len(sentence) - 1, FIRST) and not edits:  # a second thing to find
        word, other = _THEN
        number = [candidate.text for candidate in sentence].index(word)
        then = Then(f"Then compare another head: what does “{word}” attend to in {other.title}?", number, other)
    query = state[dials.QUERY]
    asked_for = None if query is None else sentence[chosen]
    elsewhere = visit.open or edits or state[READS]
    known = None if elsewhere else read_before.of_sentence(state, plain, sentence, asked_for)
    if edits:
        about = f"{edited_text(edits, sentence)} {_moved(sentences.GOES, state, before, chances)}"
    else:
        about = f"{_worth(state, head)} {live_check.in_words(state, trace, head.layer)}"
    edited = [(*edit.head, *edit[1:]) for edit in edits]
    # Which are about something else, or have no room for the reason.
    acted = bool(edits or _is_chosen(state) or chosen < len(sentence) - 1)
    heads = not visit.question or (acted and not visit.open)  # on a first visit they come with the first choice
    silent = bool(acted or state[READS] or tokens.compact(state))
    reason = why.Reason() if silent or visit.open else why.reason(state)
    reason = first_visit.reason(visit, reason, state)
    if visit.open:
        about = ""
    elif reason.costs:
        about = f"{sentences.RIBBONS_COST} {live_check.in_words(state, trace, head.layer)}"
    hero(
        screen,
        state,
        trace,
        head,
        query=sentence[chosen].tokens[-1],
        before=before if edits else None,
        about=about,
        following=visit.question != first_visit.WHICH_WORD or not visit.open,
        bare=visit.open,
        choose=lambda token: dials.choose_word(token) if token != query else {"query": None},
        key="looks",
        large=Large(
            sentences.HERO,
            edited,
            by_hand,
            then=then,
            low=state[READS],
            heads=heads,
            lost=why.lost(state) if heads and not edits else None,
            demonstration=_demonstration(state, head, sentence),
            why=reason,
            question=first_visit.question(visit, sentence),
            known=known,
        ),
    )
    if state[READS]:
        _second(state, screen, chosen, sentence)


def _demonstration(
    state: State, head: Head, sentence: Sequence[Word]
) -> tuple[tuple[int, int, int, int, int], np.ndarray] | None:
    """The ribbon of the opening moved to another word, and what comes next then; None where anything is set."""
    if state.items:
        return None
    texts = [word.text for word in sentence]
    edit = MovedRibbon(head, len(sentence) - 1, texts.index(_SOURCE), texts.index(_SHOWN))
    trace = state.trace(changed_by([edit], sentence, state))
    return (*edit.head, edit.query, edit.source, texts.index(_SHOWN)), vocabulary.probabilities(trace)


def _moved(sentence: str, state: State, before: np.ndarray, after: np.ndarray) -> str:
    """Say what became of the token that was most likely to come next."""
    id = int(before.argmax())
    return sentence.format(word=vocabulary.shown(state.model, id), had=before[id], has=after[id])


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


def _second(state: State, screen: Screen, chosen: int, first: tuple[Word, ...]) -> None:
    """Where the same word looks in a head of SmolLM2, and what it expects.

    It is the one that decides, or, where the reader has chosen the first reader's, the one that is named.
    """
    try:
        model = reader.opened(SECOND)
        trace = reader.trace(model, state.text, board=screen)
        decides = None if _is_chosen(state) else dials.deciding(model, state.text)
    except CannotShow as error:
        return screen.note(str(error))
    sentence, head = words_of(trace.text, trace.tokens), decides or _SECOND_NAMED

    def choose(token: int) -> dict[str, Any]:
        number = next(index for index, word in enumerate(sentence) if token in word.tokens)
        return dials.choose_word(first[number].tokens[-1]) if number < len(first) else {}

    hero(
        screen,
        state,
        trace,
        head,
        query=sentence[min(chosen, len(sentence) - 1)].tokens[-1],
        about=f"{SECOND}, 135 million parameters, trained by Hugging Face: {head.title}.",
        model=model,
        choose=choose,
        key="second_looks",
        large=Large(
            f"The words of the sentence as {SECOND} reads them; one of them attends to others.",
            edits=None,
            heads=False,
            low=True,
        ),
    )


def parsed(text: str, sentence: Sequence[Word], config: Config) -> list[MovedRibbon]:
    """The edits of an address that this sentence can have; what cannot be is left out."""
    word_at = {position: number for number, word in enumerate(sentence) for position in word.tokens}
    edits = []
    for piece in text.split()[:MOST]:
        layer, _, rest = piece.partition(".")
        head, *positions = rest.split(".")
        try:
            named = Head.parse(f"{layer}.{head}")
            query, source, target = [None if position == "x" else word_at[int(position)] for position in positions]
        except (ValueError, KeyError):
            continue
        if named.is_in(config) and query is not None and source is not None and max(source, target or 0) <= query:
            edits.append(MovedRibbon(named, query, source, target))
    return edits


def changed_by(edits: Sequence[MovedRibbon], sentence: Sequence[Word], state: State) -> Intervention:
    """The pass with these edits, one after the other: each takes its weights from the pass with those before it.

    A ribbon that is moved takes its weight along; where one is cut, the weights that are left sum to 1 again.
    """
    change = UNCHANGED
    for head, query, source, target in edits:
        position = sentence[query].tokens[-1]
        row = state.trace(change).layers[head.layer].pattern[head.head, position].astype(float)
        taken = list(sentence[source].tokens)
        if target is None:
            row = with_weight(row, taken, 0.0) if np.delete(row, taken).any() else np.zeros(len(row))
        else:
            moved = row[taken].sum()
            row[taken] = 0
            row[sentence[target].tokens[-1]] += moved
        change = with_rows(change, *head, {position: row})
    return change


def edited_text(edits: Sequence[MovedRibbon], sentence: Sequence[Word]) -> str:
    """The last edit in a sentence."""
    head, query, source, target = edits[-1]
    named = {"head": head.title, "word": sentence[query].text, "source": sentence[source].text}
    if target is None:
        return sentences.CUT.format(**named)
    return sentences.MOVED.format(**named, target=sentence[target].text)
