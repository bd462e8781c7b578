"""Runs of a page, and of its parts that are drawn anew alone: each has its turn, and is measured for /metrics."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal

from prometheus_client import Histogram

from headlight.frame.turns import TURNS

_BOUNDS = 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10
_SECONDS = Histogram("headlight_run_seconds", "A run of a page, or of a part of it", ["what"], buckets=_BOUNDS)
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
