"""Start: one sentence in large type, where one of its words looks in one head, and what comes next."""

from typing import Any

from headlight.frame import dials, live_check, next_words, tokens, vocabulary, words
from headlight.frame.reader import EXAMPLE
from headlight.frame.registry import Link, view
from headlight.frame.state import Dial, State
from headlight.frame.story import STORIES
from headlight.pictures.board import Board
from headlight.pictures.looks import Then, looks
from headlight.views.start import by_hand, second
from headlight.views.start.by_hand import Edit
from transformer import Intervention, Trace
from transformer.head import Head
from transformer.readings.whole_words import between_words
from transformer.words import Word, words_of

FIRST = dials.BRINGS
EDITED = Dial("hidden", "edited", "Ribbons moved by hand", "", "picture")
HEAD, QUERY = dials.in_picture(dials.head_at(FIRST, lambda state: state.text == EXAMPLE)), dials.in_picture(dials.QUERY)
_THEN = ("country", Head(2, 0))  # what there is to find next in the opening sentence


def _ways() -> list[Link]:
    silenced = "Silence one head: does *bear* still come next?"
    guesses = "From text to the next word in ten minutes. You guess, the model answers."
    story = STORIES.get("one-head")  # their file may be damaged
    return [
        *([Link(story.view, "**Try this →**", story.address, silenced)] if story else []),
        Link("path", "**Ten guesses →**", {}, guesses),
        Link("all_heads", "**All heads →**", {}, "Every layer and head for your sentence, on one screen."),
    ]


@view(box=dials.sentence(), dials=[HEAD, QUERY, EDITED, second.READS], alone="", ways=_ways())
def start(state: State, screen: Board) -> None:
    """The words of the sentence, one of which looks at others; the picture is the control of word and head."""
    model, head, plain = state.model, state[HEAD], state.trace()
    found = words_of(plain.text, plain.tokens)
    chosen = _chosen(found, state[QUERY])
    edits = by_hand.parsed(state[EDITED], found, model.config)
    trace = state.trace(by_hand.changed_by(edits, found, state))
    before, chances = vocabulary.probabilities(plain), vocabulary.probabilities(trace)
    ids = vocabulary.likeliest_of_two(before, chances, 5).tolist()

    def choose(choice: tuple[str, Any]) -> dict[str, Any]:
        match choice:
            case "word", int(number):
                return {"query": found[number].tokens[-1]}
            case "head", [int(layer), int(number)]:
                return state.choose_head((layer, number))
            case "both", [int(word), [int(layer), int(number)]]:
                return {"query": found[word].tokens[-1], **state.choose_head((layer, number))}
            case "next", int(place):
                return next_words.added(model, trace.text, ids[place]) | {"query": None}
            case "edits", list(wanted):
                made = [Edit(Head(*each[:2]), *each[2:]) for each in wanted[: by_hand.MOST]]
                return {"edited": " ".join(each.written(found) for each in made) or None}
        return {}

    looks(
        between_words(trace.patterns, found),
        words=[word.as_typed(trace.text) for word in found],
        chosen=chosen,
        head=head,
        names=words.roles(model),
        following=list(zip(vocabulary.labels(model, ids), chances[ids].tolist(), strict=True)),
        before=before[ids].tolist() if edits else (),
        edits=[(*edit.head, *edit[1:]) for edit in edits],
        about=_by_hand(state, edits, found, trace) if edits else _measured(state, head, trace),
        alt="The words of the sentence; one of them looks at others. Arrow keys choose another word.",
        key="looks",
        on_choice=choose,
        low=state[second.READS],
        then=_then(trace, found) if (chosen, head) == (len(found) - 1, FIRST) and not edits else None,
    )
    tokens.say_if_cut(trace)
    if state[second.READS]:
        second.show(state, screen, chosen, found)


def _measured(state: State, head: Head, trace: Trace) -> str:
    """What was measured of the head, what the likeliest next word would have without it, and that all is checked."""
    id, had, has = _moved(trace, state.trace(Intervention(silenced=frozenset({head}))))
    worth = f"Without this head “{vocabulary.shown(state.model, id)}” would have {has:.2f} in place of {had:.2f}."
    return f"{words.head_title(state.model, *head, trace)}. {worth} {live_check.in_words(trace, head.layer)}"


def _by_hand(state: State, edits: list[Edit], found: tuple[Word, ...], trace: Trace) -> str:
    """What was changed last, and what became of the likeliest next word."""
    id, had, has = _moved(state.trace(), trace)
    word = vocabulary.shown(state.model, id)
    return f"{by_hand.in_words(edits, found)} “{word}” goes from {had:.2f} to {has:.2f}."


def _moved(before: Trace, after: Trace) -> tuple[int, float, float]:
    """The token that was likeliest to come next, and its probability before and after."""
    had, has = vocabulary.probabilities(before), vocabulary.probabilities(after)
    id = int(had.argmax())
    return id, float(had[id]), float(has[id])


def _chosen(found: tuple[Word, ...], place: int | None) -> int:
    """The word that the reader chose, by the position of one of its tokens; at first the last one."""
    return next((number for number, word in enumerate(found) if place in word.tokens), len(found) - 1)


def _then(trace: Trace, found: tuple[Word, ...]) -> Then | None:
    """In the opening sentence a second thing to find."""
    if trace.text != EXAMPLE:
        return None
    word, head = _THEN
    place = [each.text for each in found].index(word)
    return Then(f"Then compare another head: where does “{word}” look in {head.title.lower()}?", place, head)
