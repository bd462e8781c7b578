"""A board on the page: its message goes to the browser, and to a class; what comes back is a choice in a picture."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import streamlit as st

from headlight.app import controls, teach, visit
from headlight.app.components import component, fired
from headlight.parts import open_number
from headlight.pictures import Board, OnChoose, Screen
from headlight.state.state import State

BEFORE = "Faded: as it was before."
LAST = "last state with pictures"  # in the session's state


def put(board: Board, key: str, on_pin: Callable[[str], None] | None = None) -> None:
    """Put a board on the page; `on_pin` is called with the key of a picture that the reader pins."""
    board.pins = on_pin is not None
    # All of them with every board: what is told of one before it is to be heard, or it would be told again.
    listening: dict[str, Any] = {
        "on_again_change": lambda: _go_on(key),
        "on_opened_change": lambda: _open(key, board.text),
        "on_chosen_change": lambda: _choose(key, board.listeners),
    }
    if on_pin:
        listening["on_pinned_change"] = lambda: _pin(key, on_pin)
    message = board.message()
    teach.show(board, key, message)
    component("board")(key=key, data=message, **listening)


@contextmanager
def drawn(*, key: str, text: str = "", model: str = "") -> Iterator[Screen]:
    """Put a board on the page after the `with` block has drawn on it; for views that are scripts."""
    screen = Screen(text, model)
    yield screen
    put(screen, key)


def or_before(screen: Screen, state: State) -> Screen:
    """Return a board as it is where it has a picture, else its words over the last one of its view that had any, faded.

    So pictures stay while a sentence is half typed with which there is none.
    """
    if screen.has_pictures:
        st.session_state[LAST] = state.kept()
        return screen
    last: State | None = st.session_state.get(LAST)
    if last is None or last.view.name != state.view.name:
        return screen
    before = state.view.board(last)
    before.told.clear()  # of texts that are typed no more
    before.about(screen.text, screen.model)
    before.tell(" ".join((*screen.told, *(item["words"] for item in screen.items() if item["kind"] == "note"), BEFORE)))
    before.faded = True
    return before


def _choose(board: str, listeners: Mapping[str, OnChoose]) -> None:
    key, value = fired(board, "chosen") or ("", None)
    if key in listeners and (moved := listeners[key](value)):  # a click may have crossed with a message without it
        visit.choose(**moved)


def _go_on(board: str) -> None:
    """Do what the view does next by itself, if anything; the run that was asked for goes on with other work."""
    asked = fired(board, "again")
    if asked and (step := visit.session().view.goes_on(visit.state())):
        controls.follow(step(asked == "at once"))


def _open(board: str, text: str) -> None:
    if opened := fired(board, "opened"):
        visit.go(*open_number.address(text, *opened))


def _pin(board: str, on_pin: Callable[[str], None]) -> None:
    if key := fired(board, "pinned"):
        on_pin(key)
