"""Servers that are started for a benchmark or a test, and end with it, however it ends."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NoReturn

from headlight.server import replicas
from headlight.server.opened import is_well

ROOT = Path(__file__).parent.parent


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


def serve(
    *arguments: str, app: Path = ROOT / "app.py", port: int = 0, path: str = "", settings: Mapping[str, str] = {}
) -> tuple[subprocess.Popen, str]:
    """Start a Streamlit server, on a free port unless one is named; returns the process and its address.

    It is served below a `path`, such as "/headlight", with `settings` in its environment.

    Raises:
        RuntimeError: it ended, or was not well after three minutes; with the last lines of what it said.
    """
    process, address, log = launch(*arguments, app=app, port=port, path=path, settings=settings)
    with log:
        if is_well(address, process):
            return process, address
        stop(process)
        log.seek(0)
        raise RuntimeError(f"the Streamlit server did not start; it said:\n{''.join(log.readlines()[-20:])}")


def launch(
    *arguments: str, app: Path = ROOT / "app.py", port: int = 0, path: str = "", settings: Mapping[str, str] = {}
) -> tuple[subprocess.Popen, str, IO[str]]:
    """Start one as `serve` does, and do not wait for it; returns what it says too."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = port or probe.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "streamlit",
        "run",
        str(app),
        f"--server.port={port}",
        "--server.address=127.0.0.1",
        f"--server.baseUrlPath={path}",
    ]
    # Streamlit takes itself for a checkout of its developers where it is not installed in site-packages.
    # All tests come from one address, and open more rooms in a minute than a school.
    one_address = {"HEADLIGHT_ROOMS_AT_ONCE": "200", "HEADLIGHT_ROOMS_BY_ADDRESS": "200"}
    environment = {**os.environ, "STREAMLIT_GLOBAL_DEVELOPMENT_MODE": "false", **one_address, **settings}
    address = f"http://127.0.0.1:{port}{path}"
    log = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115  # who stops the server does
    process = subprocess.Popen([*command, *arguments], cwd=ROOT, env=environment, stdout=log, stderr=subprocess.STDOUT)
    return process, address, log


def stop(process: subprocess.Popen) -> None:
    """End a server."""
    process.terminate()
    process.wait()
