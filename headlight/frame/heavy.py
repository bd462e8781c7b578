"""Heavy work of a page: it waits for its turn among all visitors, and stops when its visitor has moved on."""

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import streamlit as st

from headlight.frame.streamlit_private import of_a_part, stop_if_left, stop_if_moved_on

__all__ = ["QUEUE", "slot", "stop_if_left", "stop_if_moved_on", "waiting_text"]


class Queue:
    """Who works and who waits, the one who works first. Safe to share between threads."""

    def __init__(self) -> None:
        self._line: deque[object] = deque()
        self._moved = threading.Condition()

    @contextmanager
    def slot(self, waiting: Callable[[int], object], *, every: float = 0.3) -> Iterator[None]:
        """Wait until nobody is before this thread, and let the next one in when the block ends, however it ends.

        Args:
            waiting: told how many are before this one, whenever somebody is done, and every so many seconds. What it
                raises ends the waiting: so somebody who has left leaves the queue too.
            every: seconds.
        """
        ticket = object()
        with self._moved:
            self._line.append(ticket)
        try:
            while before := self._before(ticket):
                waiting(before)
                with self._moved:
                    self._moved.wait_for(lambda: self._line.index(ticket) < before, every)
            yield
        finally:
            with self._moved:
                self._line.remove(ticket)
                self._moved.notify_all()

    def __len__(self) -> int:
        """How many work and wait."""
        return len(self._line)

    def _before(self, ticket: object) -> int:
        with self._moved:
            return self._line.index(ticket)


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


_unfinished: ContextVar[bool] = ContextVar("whether what this run has drawn is to be drawn again", default=False)


def begin() -> None:
    """Before what may come again is drawn: one thread makes many runs."""
    _unfinished.set(False)


def comes_again() -> bool:
    """What is drawn in this run is not all: it ends with another one."""
    _unfinished.set(True)
    return True


def go_on(*, part: bool) -> None:
    """At the end of a part of a page, or of a page: begin anew where something was left unfinished.

    The run of a page goes on to its end first, so that all of it is there.
    """
    if _unfinished.get() and part == of_a_part():
        st.rerun(scope="fragment" if part else "app")


def waiting_text(before: int) -> str:
    """How many are before this visitor."""
    if before == 1:
        return "Someone else is measuring: you are next."
    return f"Someone else is measuring, and {before - 1} {'is' if before == 2 else 'are'} waiting before you."
