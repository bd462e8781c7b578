"""Heavy work of a page: it waits for its turn among all visitors, and stops when its visitor has moved on."""

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar

import streamlit as st

from headlight.frame import pauses
from headlight.frame.streamlit_private import of_a_part, stop_if_left, stop_if_moved_on

__all__ = ["QUEUE", "Visitor", "go_on", "slot", "stop_if_left", "waiting_text", "work"]


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


class Visitor(pauses.Nobody):
    """Whom long work of a page asks: who typed, and may have gone on typing; a bar tells how far the work is."""

    def __init__(self) -> None:
        self._place = st.empty()

    def stop_if_unwanted(self) -> None:
        stop_if_moved_on()

    def slot(self) -> AbstractContextManager[None]:
        return slot()

    def tell(self, share: float, work: str) -> None:
        if share < 1:
            self._place.progress(share, work)
        else:
            self._place.empty()

    def comes_again(self) -> bool:
        _unfinished.set(True)
        return True


@contextmanager
def work() -> Iterator[None]:
    """A part of a page, inside the `with` block, whose work may take long; what is left unfinished comes again."""
    _unfinished.set(False)  # one thread makes many runs
    with pauses.answered_by(Visitor()):
        yield
    go_on(part=True)


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
