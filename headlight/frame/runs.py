"""How long runs of a page take, and of its parts that are drawn anew alone: measured for /metrics."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from prometheus_client import Histogram

_BOUNDS = 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10
_SECONDS = Histogram("headlight_run_seconds", "A run of a page, or of a part of it", ["what"], buckets=_BOUNDS)
_running: ContextVar[bool] = ContextVar("a run that is measured", default=False)


@contextmanager
def timed(what: str) -> Iterator[None]:
    """Measure the `with` block, unless it is inside another one that is measured."""
    if _running.get():
        yield
        return
    token, start = _running.set(True), time.perf_counter()
    try:
        yield
    finally:
        _running.reset(token)
        _SECONDS.labels(what).observe(time.perf_counter() - start)
