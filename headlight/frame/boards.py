"""Boards on the page: the one component of Streamlit that paints them, and what a choice in a picture moves."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any

import streamlit as st

from headlight.frame import controls, kept, teach
from headlight.frame.scripts import running
from headlight.frame.triggers import fired
from headlight.pictures.board import Board, OnChoose, collecting

_HTML = '<div class="board"></div>'


def show(board: Board, key: str, on_pin: Callable[[str], None] | None = None) -> None:
    """Put a board on the page; `on_pin` is called with the key of a picture that the reader pins."""
    board.pins = on_pin is not None
    listening: dict[str, Any] = {"on_turned_change": lambda: _turn(key)}
    if board.listeners:
        listening["on_chosen_change"] = lambda: _choose(key, board.listeners)
    if on_pin:
        listening["on_pinned_change"] = lambda: _pin(key, on_pin)
    message = board.message()
    teach.show(board, key, message)
    _component()(key=key, data=message, **listening)


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


def _pin(board: str, on_pin: Callable[[str], None]) -> None:
    if key := fired(board, "pinned"):
        on_pin(key)


@cache
def _component():
    """The component, made with the first picture: its files are known once Streamlit has read pyproject.toml."""
    return st.components.v2.component("headlight-attention.board", html=_HTML, css="board.css", js=running("board.js"))
