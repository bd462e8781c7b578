"""Whose turn it is to draw: so many runs at once as there are cores, who types before who opens a page; each is timed.

Threads that share an interpreter are served by turns of a millisecond, so a hundred of them that begin together all end
together, late. One after the other, in the order in which they came, the work is the same and most of them end early.
"""

import os
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal

from prometheus_client import Histogram

_BOUNDS = 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10
_SECONDS = Histogram("headlight_run_seconds", "A run of a page, or of a part of it", ["what"], buckets=_BOUNDS)
SLICE = 0.1  # seconds after which a run no longer keeps others waiting: most take a few hundredths


class Turns:
    """Who draws and who waits. Safe to share between threads."""

    def __init__(self, most: int, slice: float = SLICE) -> None:
        self._most, self._slice = most, slice
        self._begun: dict[threading.Event, float] = {}  # in the order in which they began
        self._hurried, self._patient = deque[threading.Event](), deque[threading.Event]()
        self._lock = threading.Lock()

    @contextmanager
    def turn(self, *, hurried: bool) -> Iterator[bool]:
        """Wait for a turn, which ends with the block or after a while; whether there was a wait."""
        mine = threading.Event()
        line = self._hurried if hurried else self._patient
        with self._lock:
            line.append(mine)
            self._let_in()
            waited = not mine.is_set()
        try:
            while not mine.wait(self._slice):
                with self._lock:  # those who draw may take longer than a turn
                    self._let_in()
            yield waited
        finally:
            with self._lock:
                if mine.is_set():
                    self._begun.pop(mine, None)
                else:
                    line.remove(mine)
                self._let_in()

    def __len__(self) -> int:
        """How many draw in their turn and wait for it."""
        with self._lock:
            return len(self._begun) + len(self._hurried) + len(self._patient)

    def _let_in(self) -> None:
        """Begin the turns of those who are next, as many as there is room for."""
        now = time.monotonic()
        while self._begun and now - next(iter(self._begun.values())) > self._slice:
            del self._begun[next(iter(self._begun))]
        while len(self._begun) < self._most and (line := self._hurried or self._patient):
            begins = line.popleft()
            self._begun[begins] = now
            begins.set()


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


TURNS = Turns(_cores())  # of the whole process
_running: ContextVar[bool] = ContextVar("a run that is measured", default=False)


@contextmanager
def timed(what: Literal["page", "part"]) -> Iterator[bool]:
    """Wait for a turn and measure the `with` block, both unless it is inside another one; whether it had to wait.

    A part is what changes with a key: it goes before pages that are opened.
    """
    if _running.get():
        yield False
        return
    token, start = _running.set(True), time.perf_counter()
    try:
        with TURNS.turn(hurried=what == "part") as waited:
            yield waited
    finally:
        _running.reset(token)
        _SECONDS.labels(what).observe(time.perf_counter() - start)
