"""A benchmark ends the servers that it has started, however it ends."""

import signal
import subprocess
import sys

import pytest

from tests.browser.conftest import ROOT

_BENCHMARK = """
import asyncio, signal, subprocess, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored by what a shell starts in the background
from benchmarks.servers import ending
async def measure():
    print("measures", flush=True)
    await asyncio.sleep(600)
with ending(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])):
    asyncio.run(measure())
"""


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_a_server_ends_with_the_benchmark_that_is_told_to_stop(told: signal.Signals) -> None:
    command = [sys.executable, "-c", _BENCHMARK]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as benchmark:
        assert benchmark.stdout
        assert benchmark.stdout.readline() == b"measures\n"
        benchmark.send_signal(told)
        assert benchmark.stdout.read() == b""  # ends when nobody can write there any more: the server is gone too
        assert benchmark.wait() != 0
