"""Start: one sentence in large type, where one of its words looks in one head, and what comes next."""

from typing import Any

from headlight.frame import dials, live_check, next_words, tokens, vocabulary, words
from headlight.frame.reader import EXAMPLE
from headlight.frame.registry import Link, view
from headlight.frame.state import State
from headlight.frame.story import STORIES
from headlight.pictures.board import Board
from headlight.pictures.looks import Then, looks
from transformer import UNCHANGED, Intervention, Trace
from transformer.head import Head
from transformer.readings.whole_words import between_words
from transformer.words import Word, words_of

# The head that brings the bear: in the opening sentence no other one's silence costs the likeliest next word more.
FIRST = Head(5, 4)
HEAD, QUERY = dials.in_picture(dials.head_at(FIRST, EXAMPLE)), dials.in_picture(dials.QUERY)
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


@view(box=dials.sentence(), dials=[HEAD, QUERY], alone="", ways=_ways())
def start(state: State, screen: Board) -> None:
    """The words of the sentence, one of which looks at others; the picture is the control of word and head."""
    model, head, trace = state.model, state[HEAD], state.trace()
    found = words_of(trace.text, trace.tokens)
    chosen = _chosen(found, state[QUERY])
    ids, chances = vocabulary.likeliest_ids(trace, count=5)

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
        return {}

    looks(
        between_words(trace.patterns, found),
        words=[word.as_typed(trace.text) for word in found],
        chosen=chosen,
        head=head,
        names=words.roles(model),
        following=list(zip(vocabulary.labels(model, ids), chances.tolist(), strict=True)),
        about=". ".join([words.head_title(model, *head, trace), _worth(state, head, ids[0])])
        + live_check.in_words(trace, head.layer),
        alt="The words of the sentence; one of them looks at others. Arrow keys choose another word.",
        key="looks",
        on_choice=choose,
        then=_then(trace, found) if (chosen, head) == (len(found) - 1, FIRST) else None,
    )
    tokens.say_if_cut(trace)


def _worth(state: State, head: Head, id: int) -> str:
    """What the likeliest next word would have without the head."""
    before, without = (state.trace(change) for change in (UNCHANGED, Intervention(silenced=frozenset({head}))))
    had, has = (vocabulary.probabilities(trace)[id] for trace in (before, without))
    return f"Without this head “{vocabulary.shown(state.model, id)}” would have {has:.2f} in place of {had:.2f}. "


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
