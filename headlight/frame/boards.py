"""Boards on the page: the one component of Streamlit that paints them, and what a choice in a picture moves."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from headlight.frame import contents, controls, kept, teach
from headlight.frame.components import component, fired
from headlight.pictures import Board, OnChoose, collecting


def show(board: Board, key: str, on_pin: Callable[[str], None] | None = None) -> None:
    """Put a board on the page; `on_pin` is called with the key of a picture that the reader pins."""
    board.pins = on_pin is not None
    listening: dict[str, Any] = {"on_turned_change": lambda: _turn(key)}
    if board.leads:
        listening["on_opened_change"] = lambda: _open(key, board.text)
    if board.listeners:
        listening["on_chosen_change"] = lambda: _choose(key, board.listeners)
    if on_pin:
        listening["on_pinned_change"] = lambda: _pin(key, on_pin)
    message = board.message()
    teach.show(board, key, message)
    component("board")(key=key, data=message, **listening)


@contextmanager
def board(*, key: str, text: str = "", model: str = "") -> Iterator[Board]:
    """Collect what is drawn inside the `with` block, and put it on the page; for views that are scripts."""
    with collecting(text, model) as collected:
        yield collected
    show(collected, key)


def _choose(board: str, listeners: Mapping[str, OnChoose]) -> None:
    key, value = fired(board, "chosen") or ("", None)
    if key in listeners and (moved := listeners[key](value)):  # a click may have crossed with a message without it
        kept.move(**moved)


def _turn(board: str) -> None:
    if turned := fired(board, "turned"):
        controls.move_slider(*turned)


def _open(board: str, text: str) -> None:
    if label := fired(board, "opened"):
        contents.go("opened", {"text": text, "opened": label})


def _pin(board: str, on_pin: Callable[[str], None]) -> None:
    if key := fired(board, "pinned"):
        on_pin(key)
