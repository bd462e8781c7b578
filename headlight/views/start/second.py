"""The second reader: SmolLM2 reads the sentence of the start too, its ribbons and bars under those of the first."""

from typing import Any

from headlight.frame import dials, next_words, reader, vocabulary
from headlight.frame.found import FOUND
from headlight.frame.reader import CannotShow
from headlight.frame.state import Dial, State
from headlight.pictures.board import Board
from headlight.pictures.looks import looks
from transformer.head import Head
from transformer.readings.whole_words import between_words
from transformer.words import Word, words_of

NAME = "SmolLM2"
HEAD = Head(*(number - 1 for number in dials.FIRST[NAME]))
READS = Dial(
    "toggle",
    "second_reader",
    f"Let {NAME} read it too",
    False,
    "below",
    when=lambda state: NAME in FOUND,
    look={"help": "A model of 135 million weights that others trained on text of the web. It takes a moment a letter."},
)


def show(state: State, screen: Board, chosen: int, first: tuple[Word, ...]) -> None:
    """Where the same word looks in the one head of SmolLM2 that is named, and what it expects."""
    try:
        model = reader.opened(NAME)
        trace = reader.trace(model, state.text)
    except CannotShow as error:
        return screen.note(str(error))
    found = words_of(trace.text, trace.tokens)
    ids, chances = vocabulary.likeliest_ids(trace, count=5)

    def choose(choice: tuple[str, Any]) -> dict[str, Any]:
        match choice:
            case "word", int(number) if number < len(first):
                return {"query": first[number].tokens[-1]}
            case "next", int(place):
                return next_words.added(model, trace.text, ids[place]) | {"query": None}
        return {}

    looks(
        between_words(trace.layers[HEAD.layer].pattern[None, [HEAD.head]], found),
        words=[word.as_typed(trace.text) for word in found],
        chosen=min(chosen, len(found) - 1),
        head=(0, 0),
        names=[[""]],
        following=list(zip(vocabulary.labels(model, ids), chances.tolist(), strict=True)),
        about=f"{NAME}, 135 million weights that others have trained: {HEAD.title}.",
        alt=f"The words of the sentence as {NAME} reads them; one of them looks at others.",
        key="second_looks",
        on_choice=choose,
        edits=None,
        low=True,
    )
