"""Servers that are started for a benchmark, and end with it, however it ends."""

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

_GRACE = 10  # seconds that they have to stop


@contextmanager
def ending(*servers: subprocess.Popen) -> Iterator[None]:
    """End these servers at the end, also where the benchmark is told to stop, as by `timeout` or Ctrl+C."""

    def stop(number: int, _: object) -> NoReturn:
        raise SystemExit(128 + number)

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        for server in servers:
            server.terminate()
        for server in servers:
            try:
                server.wait(_GRACE)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()
        signal.signal(signal.SIGTERM, before)
