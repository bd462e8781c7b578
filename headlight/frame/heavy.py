"""Heavy work of a page: it waits for its turn among all visitors, and stops when its visitor has moved on."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import streamlit as st

from headlight.frame.queue import Queue
from headlight.frame.streamlit_private import stop_if_left, stop_if_moved_on

__all__ = ["QUEUE", "slot", "stop_if_left", "stop_if_moved_on", "waiting_text"]

QUEUE = Queue()  # of the whole process


@contextmanager
def slot() -> Iterator[None]:
    """Wait until no other visitor's heavy work runs; a line says how many are before this one."""
    place = st.empty()

    def waiting(before: int) -> None:
        stop_if_moved_on()
        place.caption(waiting_text(before))

    with QUEUE.slot(waiting):
        place.empty()
        yield


def progress() -> Callable[[float, str], None]:
    """A place for a bar that says how far work is, a share of 1, and what it does; it goes when the work is done."""
    place = st.empty()

    def tell(share: float, work: str) -> None:
        if share < 1:
            place.progress(share, work)
        else:
            place.empty()

    return tell


def waiting_text(before: int) -> str:
    """How many are before this visitor."""
    if before == 1:
        return "Someone else is measuring: you are next."
    return f"Someone else is measuring, and {before - 1} {'is' if before == 2 else 'are'} waiting before you."
