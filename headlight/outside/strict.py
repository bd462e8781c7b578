"""A view as Python asks for it: of what was asked, or an error; of a text too long for its model, with a warning."""

import warnings
from reprlib import repr as short

from headlight.pictures import Board
from headlight.reading.reader import CannotShow
from headlight.state.state import State
from transformer import TextCutWarning
from transformer.trace import warn_caller


def boards(state: State, *, deeper: bool = False) -> tuple[Board, ...]:
    """The boards of a state, main and more, and with `deeper` that of its arithmetic where it has one.

    A TextCutWarning, at the line that asked from outside, says what the pictures leave out of a text.

    Raises:
        ValueError: nothing can be read in a text, there is no such layer or head, or there is nothing to show.
    """
    view = state.view
    try:
        refuse_unread(state)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", TextCutWarning)  # which is given below, however often a text is read
            for dial in view.controls:
                if dial.most and (number := state.get(dial.key) or 0) > (last := dial.most(state)):
                    raise ValueError(
                        f"{dial.key}={number} cannot be: of {state.model_name} the last {dial.key} is {last}."
                    )
            drawn = view.boards(state, deeper=deeper)
    except CannotShow as error:
        raise ValueError(str(error)) from error
    if not any(board.has_pictures for board in drawn):
        notes = [item["words"] for board in drawn for item in board.items() if item["kind"] == "note"]
        raise ValueError(" ".join(notes) or f"{view.name} has no picture of this.")
    for words in dict.fromkeys(words for board in drawn for words, warns in board.told.items() if warns):
        warn_caller(words, TextCutWarning)
    return tuple(drawn)


def refuse_unread(state: State) -> None:
    """ValueError, with a sentence, where nothing can be read in a text that was given."""
    for box in state.unread:
        text = f"{box.key}={short(state.get(box.key))}"
        raise ValueError(f"{text} cannot be shown: there is nothing to read in it. Leave it out to see an example.")
