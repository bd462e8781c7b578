"""One queue for work: all runs take turns, who types before who opens a page, and long work waits for its own turn.

Threads that share an interpreter are served by turns of a millisecond, so a hundred of them that begin together all end
together, late. One after the other, in the order in which they came, the work is the same and most of them end early.
"""

import math
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal

import streamlit as st
from prometheus_client import Histogram

from headlight.app.streamlit_private import stop_if_moved_on
from headlight.reading import running

_BOUNDS = 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10
_SECONDS = Histogram("headlight_run_seconds", "A run of a page, or of a part of it", ["what"], buckets=_BOUNDS)
SLICE = 0.1  # seconds after which a run no longer keeps others waiting: most take a few hundredths
PAUSE = 0.4  # seconds without a letter after which nobody types: most letters of a word come within it
REST = 1.5  # and after which they read what they see
LATER = 2.0  # and after which it is tried again where others waited for a turn


class Queue:
    """Who works and who waits: so many at once, each for so long before the next one may begin too.

    Safe to share between threads. Who waits asks anew `every` so many seconds.
    """

    def __init__(self, most: int, slice: float = SLICE, every: float = SLICE) -> None:
        self._most, self._slice, self._every = most, slice, every
        self._begun: dict[threading.Event, float] = {}  # in the order in which they began
        self._hurried, self._patient = dict[threading.Event, float](), dict[threading.Event, float]()  # since when
        self._lock = threading.Lock()

    @contextmanager
    def turn(self, *, hurried: bool = False, waiting: Callable[[int], object] = lambda before: None) -> Iterator[bool]:
        """Wait for a turn, which ends with the block or after a while; whether there was a wait.

        Meanwhile `waiting` is told how many are before this one. What it raises ends the wait: so somebody who has left
        leaves the line too.
        """
        mine, waited = threading.Event(), False
        line = self._hurried if hurried else self._patient
        with self._lock:
            line[mine] = time.monotonic()
        try:
            while before := self._before(mine):
                waited = True
                waiting(before)
                mine.wait(self._every)
            yield waited
        finally:
            with self._lock:
                if mine.is_set():
                    self._begun.pop(mine, None)
                else:
                    del line[mine]
                self._let_in()

    def __len__(self) -> int:
        """How many are in their turn, or wait for it."""
        with self._lock:
            return len(self._begun) + len(self._hurried) + len(self._patient)

    def wait(self) -> float:
        """Seconds that the first of those in no hurry has waited; 0 where none waits."""
        with self._lock:
            now = time.monotonic()
            return now - next(iter(self._patient.values()), now)

    def _before(self, mine: threading.Event) -> int:
        """How many are before this one; 0 in its turn."""
        with self._lock:
            self._let_in()
            return 0 if mine.is_set() else len(self._begun) + [*self._hurried, *self._patient].index(mine)

    def _let_in(self) -> None:
        """Begin the turns of those who are next, as many as there is room for."""
        now = time.monotonic()
        while self._begun and now - next(iter(self._begun.values())) > self._slice:
            del self._begun[next(iter(self._begun))]
        while len(self._begun) < self._most and (line := self._hurried or self._patient):
            begins = next(iter(line))
            del line[begins]
            self._begun[begins] = now
            begins.set()


_CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
RUNS, LONG_WORK = Queue(_CORES), Queue(1, math.inf, every=0.3)  # of the whole process
_running: ContextVar[bool] = ContextVar("a run that is measured", default=False)


@contextmanager
def timed(kind: Literal["page", "part"]) -> Iterator[bool]:
    """Wait for a turn and measure the `with` block, both unless it is inside another one; whether it had to wait.

    A part is what changes with a key: it goes before pages that are opened.
    """
    if _running.get():
        yield False
        return
    token, start = _running.set(True), time.perf_counter()
    try:
        with RUNS.turn(hurried=kind == "part") as waited:
            yield waited
    finally:
        _running.reset(token)
        _SECONDS.labels(kind).observe(time.perf_counter() - start)


class Visitor(running.Host):
    """Whom long work of a page asks: who typed, and may have gone on typing; a line or a bar tells how far it is.

    That stands where `tells_here` was called.
    """

    def __init__(self, typed: float = -math.inf, visitor: str = "", *, seen: bool = False) -> None:
        self.visitor = visitor
        self.unfinished = False  # what is drawn for them is to be drawn again: their browser asks for it
        self.waits = False  # the same, once they pause
        self.rests_later = False  # the same, once they rest
        since = time.monotonic() - typed  # for all that is drawn in one run
        # The keys of many go before what one reads in a pause; what was `seen` stays.
        self._crowded = not seen and len(RUNS) > _CORES
        self.typing, self._resting = since < PAUSE or self._crowded, since >= REST and not self._crowded

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

        with LONG_WORK.turn(waiting=waiting) as waited:
            if waited:
                self._place.empty()
            yield

    def tell(self, share: float, work: str) -> None:
        if share < 1:
            self._place.progress(share, work)
        else:
            self._place.empty()

    def will_redraw(self) -> bool:
        self.unfinished = True
        return True

    def is_typing(self) -> bool:
        self.waits |= self.typing
        return self.typing

    def is_resting(self) -> bool:
        self.rests_later |= not self._resting
        return self._resting

    def is_ready(self, ready: bool) -> bool:
        self.waits |= not ready
        return ready

    def again(self) -> float | None:
        """The seconds after which it is to be drawn again; None where nothing is missing."""
        if self.unfinished:
            return 0.0
        if self.waits:
            return LATER if self._crowded else PAUSE
        return REST - PAUSE if self.rests_later else None


@contextmanager
def long_work(typed: float = -math.inf, visitor: str = "", *, seen: bool = False) -> Iterator[Visitor]:
    """Be the host of the long work in the `with` block, of this visitor, whose last letter came at `typed`.

    They may have `seen` all that there is to it.
    """
    host = Visitor(typed, visitor, seen=seen)
    with running.use_host(host):
        yield host


def waiting_text(before: int) -> str:
    if before == 1:
        return "Someone else is measuring: you are next."
    return f"Someone else is measuring, and {before - 1} {'is' if before == 2 else 'are'} waiting before you."
