"""A key in an earlier checkout and in this one, in turns: how soon it is painted, and what it costs the processor.

    python -m benchmarks.turns ../earlier start all_heads ...

`../earlier` is a checkout with a `.venv` of its own (`git worktree add ../earlier COMMIT`, and there `make .venv/app`).
Views are named by their short addresses, the same in both. Both servers are up at once, and each key is pressed in one
and then in the other, so that what else the machine does slows both.
"""

import argparse
import asyncio
import socket
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import numpy as np
from playwright.sync_api import CDPSession, Page, sync_playwright

from benchmarks import browser
from benchmarks.class_room import Process, ready
from benchmarks.servers import ROOT, ending
from benchmarks.timing import machine

VIEWS = (
    "start",
    "all_heads",
    "attention",
    "masking",
    "next_word",
    "tokens",
    "block",
    "translate",
    "growing_up",
    "scaling",
)
COLUMNS = ("painted", "typing", "with the pause")
COUNTED_FROM = 4  # the first keys also warm caches


def main() -> None:
    """Print a row for each view, each figure before and now, in milliseconds."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("earlier", type=Path, help="a checkout with a .venv of its own")
    options.add_argument("views", nargs="*", default=VIEWS)
    asked = options.parse_args()
    print(machine())
    print(" " * 18 + "".join(f"{name:>20}" for name in COLUMNS))
    print(" " * 18 + f"{'before':>12}{'now':>8}" * len(COLUMNS))
    for view, figures in measured(asked.earlier.resolve(), asked.views):
        print(f"{view:18}" + "".join(f"{before:12.1f}{now:8.1f}" for before, now in figures), flush=True)


def measured(earlier: Path, views: Sequence[str]) -> Iterator[tuple[str, list[tuple[float, float]]]]:
    """Rows (view, medians before and now): key to picture; processor of a key while typing, and with what follows."""
    servers = [_start(folder) for folder in (earlier, ROOT)]
    with ending(*(process for process, _ in servers)):
        for _, address in servers:
            asyncio.run(ready(urlsplit(address).port or 80))
        with sync_playwright() as playwright, closing(browser.launch(playwright)) as chromium:
            for view in views:
                sides = [_Side(browser.tab(chromium), address, view, process) for process, address in servers]
                yield view, _in_turns(sides)
                for side in sides:
                    side.page.close()


def _start(folder: Path) -> tuple[subprocess.Popen, str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [".venv/bin/python", "-m", "streamlit", "run", "app.py", f"--server.port={port}"]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return process, f"http://127.0.0.1:{port}"


class _Side:
    """One of the two: an open page with its server."""

    def __init__(self, page: Page, address: str, view: str, server: subprocess.Popen) -> None:
        self.page, self._server = page, Process(server.pid)
        text = "We saw two " if view.startswith("translat") else browser.text_of(16)
        page.goto(f"{address}/{'' if view == 'start' else view}?{urlencode({'text': text, 'english': text})}")
        self.box = page.get_by_label("Your sentence")
        self.box.wait_for()
        page.wait_for_timeout(4000)
        page.evaluate(f"({browser.WATCH})", browser.PICTURES_SHOW)
        self.box.press("End")
        self._tools: CDPSession = page.context.new_cdp_session(page)
        self._tools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def key(self, key: str, count: int) -> None:
        """Press a key and wait until its picture is painted."""
        self.box.press_sequentially(key)
        self.page.wait_for_function("count => window.times.length >= count", arg=count)

    def spent(self) -> float:
        """Milliseconds of the processor so far: the server's, and the main thread's of the page."""
        named = {each["name"]: each["value"] for each in self._tools.send("Performance.getMetrics")["metrics"]}
        return 1000 * (self._server.seconds() + named["TaskDuration"])

    def painted(self) -> float:
        """The median in milliseconds from a key to its picture."""
        return float(np.median(self.page.evaluate("window.times")[COUNTED_FROM:]))


def _in_turns(sides: list[_Side]) -> list[tuple[float, float]]:
    """Three pairs, before and now: painted, and processor of a key while typing, and of one with the pause after it."""
    typing: list[list[float]] = [[] for _ in sides]
    rested: list[list[float]] = [[] for _ in sides]
    pressed = 0
    # One side types several letters without a pause, then the other: two that took turns with each letter would pause.
    for keys, spent in (
        (browser.KEYS[at : at + browser.RUN], typing) for at in range(0, len(browser.KEYS), browser.RUN)
    ):
        for side, costs in zip(sides, spent, strict=True):
            before = side.spent()
            for number, key in enumerate(keys, start=1):
                side.key(key, pressed + number)
            costs.append((side.spent() - before) / len(keys))
            side.page.wait_for_timeout(browser.RESTED)
        pressed += len(keys)
    for number, key in enumerate(browser.KEYS, start=1):
        for side, costs in zip(sides, rested, strict=True):
            before = side.spent()
            side.key(key, pressed + number)
            side.page.wait_for_timeout(browser.RESTED)
            costs.append(side.spent() - before)
    pairs = [[side.painted() for side in sides]]
    # The processor of a server is counted in hundredths of a second: the mean of many keys, not their median.
    pairs += [[float(np.mean(each)) for each in (typing[0][1:], typing[1][1:])]]
    pairs += [[float(np.mean(each[COUNTED_FROM:])) for each in rested]]
    return [(before, now) for before, now in pairs]


if __name__ == "__main__":
    main()
