"""Heavy work of a page: it waits for its turn among all visitors, and stops when its visitor has moved on."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import streamlit as st

from headlight.frame import pauses
from headlight.frame.streamlit_private import of_a_part, stop_if_moved_on
from headlight.frame.streamlit_private import stop_if_left as stop_if_left
from headlight.frame.turns import Turns

QUEUE = Turns(1, math.inf, every=0.3)  # of the whole process
_unfinished: ContextVar[bool] = ContextVar("whether what this run has drawn is to be drawn again", default=False)


class Visitor(pauses.Nobody):
    """Whom long work of a page asks: who typed, and may have gone on typing; a line or a bar tells how far it is."""

    def __init__(self) -> None:
        self._place = st.empty()

    def stop_if_unwanted(self) -> None:
        stop_if_moved_on()

    @contextmanager
    def slot(self) -> Iterator[None]:
        def waiting(before: int) -> None:
            stop_if_moved_on()
            self._place.caption(waiting_text(before))

        with QUEUE.turn(waiting=waiting) as waited:
            if waited:
                self._place.empty()
            yield

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
    if before == 1:
        return "Someone else is measuring: you are next."
    return f"Someone else is measuring, and {before - 1} {'is' if before == 2 else 'are'} waiting before you."
