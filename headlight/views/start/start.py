"""Start: one sentence in large type, where one of its words looks in one head, and what comes next."""

from headlight.frame import dials, live_check, tokens, vocabulary, words
from headlight.frame.reader import OPENING
from headlight.frame.registry import Link, view
from headlight.frame.state import State
from headlight.frame.story import STORIES
from headlight.pictures.board import Board
from headlight.pictures.looks import looks
from transformer import Trace
from transformer.readings.whole_words import between_words, of_word
from transformer.words import Word, words_of

HEAD, TOKEN = dials.in_picture(dials.HEAD), dials.in_picture(dials.TOKEN)
# In the opening sentence the word that has something to show; in every other the last word is chosen at first.
_TELLING = "country"


def _ways() -> list[Link]:
    silenced = "Silence one head: does *bear* still come next?"
    guesses = "From text to the next word in ten minutes. You guess, the model answers."
    story = STORIES.get("one-head")  # their file may be damaged
    return [
        *([Link(story.view, "**Try this →**", story.address, silenced)] if story else []),
        Link("path", "**Ten guesses →**", {}, guesses),
        Link("all_heads", "**All heads →**", {}, "Every layer and head for your sentence, on one screen."),
    ]


@view(box=dials.sentence(OPENING), dials=[HEAD, TOKEN], alone="", ways=_ways())
def start(state: State, screen: Board) -> None:
    """The words of the sentence, one of which looks at others; the picture is the control of word and head."""
    model, head, trace = state.model, state[HEAD], state.trace()
    found = words_of(trace.text, trace.tokens)
    chosen = _chosen(trace, found, state[TOKEN])
    labels, chances = vocabulary.likeliest(model, trace, count=5)

    def choose(choice: tuple[str, int | list[int]]) -> dict[str, int]:
        match choice:
            case "word", int(number):
                return {"token": found[number].tokens[-1]}
            case "head", [int(layer), int(number)]:
                return state.choose_head((layer, number))
        return {}

    looks(
        between_words(trace.layers[head.layer].pattern[head.head], found),
        of_word(trace.patterns, found, chosen),
        words=["".join(trace.tokens[place].text for place in word.tokens) for word in found],
        chosen=chosen,
        head=head,
        names=words.roles(model),
        following=list(zip(labels, chances.tolist(), strict=True)),
        about=f"{words.head_title(model, *head, trace)}. {live_check.in_words(trace, head.layer)}",
        alt="The words of the sentence; one of them looks at others. Arrow keys choose another word.",
        key="looks",
        on_choice=choose,
    )
    tokens.say_if_cut(trace)


def _chosen(trace: Trace, found: tuple[Word, ...], place: int | None) -> int:
    """The word that the reader chose, by the position of one of its tokens; at first the last one."""
    if place is not None:
        return next((number for number, word in enumerate(found) if place in word.tokens), len(found) - 1)
    if trace.text == OPENING:
        return [word.text for word in found].index(_TELLING)
    return len(found) - 1
