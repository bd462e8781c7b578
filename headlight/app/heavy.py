"""Heavy work of a page: it waits for its turn among all visitors, and stops when its visitor has moved on."""

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from headlight.app.streamlit_private import stop_if_left as stop_if_left
from headlight.app.streamlit_private import stop_if_moved_on
from headlight.app.turns import Turns
from headlight.reading import pauses

QUEUE = Turns(1, math.inf, every=0.3)  # of the whole process
PAUSE = 0.4  # seconds without a letter after which nobody types: most letters of a word come within it


class Visitor(pauses.Nobody):
    """Whom long work of a page asks: who typed, and may have gone on typing; a line or a bar tells how far it is.

    That stands where `tells_here` was called.
    """

    def __init__(self, typed: float = -math.inf) -> None:
        self.unfinished = False  # what is drawn for them is to be drawn again: their browser asks for it
        self.waits = False  # the same, once they pause
        self._types = time.monotonic() - typed < PAUSE  # for all that is drawn in one run

    def tells_here(self) -> None:
        """Have the line, or the bar, stand where this is called."""
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
        self.unfinished = True
        return True

    def types(self) -> bool:
        self.waits |= self._types
        return self._types


@contextmanager
def work(typed: float = -math.inf) -> Iterator[Visitor]:
    """A part of a page, inside the `with` block, whose work may take long, and for whom; when they `typed` last."""
    visitor = Visitor(typed)
    with pauses.answered_by(visitor):
        yield visitor


def waiting_text(before: int) -> str:
    if before == 1:
        return "Someone else is measuring: you are next."
    return f"Someone else is measuring, and {before - 1} {'is' if before == 2 else 'are'} waiting before you."
