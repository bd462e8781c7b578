"""Servers that are started for a benchmark, and end with it, however it ends."""

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from headlight.server import replicas


@contextmanager
def ending(*servers: subprocess.Popen) -> Iterator[None]:
    """End these servers at the end, also where the benchmark is told to stop, as by `timeout` or Ctrl+C."""

    def stop(number: int, _: object) -> NoReturn:
        raise SystemExit(128 + number)

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        replicas.end(*servers)
        signal.signal(signal.SIGTERM, before)
