"""How long something takes, beside others that do the same, and on what machine."""

import os
import platform
import re
import statistics
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path


def machine() -> str:
    """The processor, how many of its cores this process may use, and how busy they are before anything is measured."""
    name = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    cores, load = len(os.sched_getaffinity(0)), os.getloadavg()[0]
    return (
        f"{name[1] if name else platform.machine()}, {cores} cores, load {load:.1f}, Python {platform.python_version()}"
    )


def day() -> str:
    """Say when and where everything was measured."""
    return f"{date.today():%-d %B %Y}, {machine()}."


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return rows as a table of Markdown."""
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


@dataclass(frozen=True)
class Taken:
    """Milliseconds of the processor, the median; and how many times as long as the first one takes."""

    milliseconds: float
    ratio: float  # the median of the ratios of each turn


def in_turns(runs: Mapping[str, Callable[[], object]], repeats: int) -> dict[str, Taken]:
    """Time each, one after the other, so that a busy moment of the machine meets all; none waits for others.

    The first two turns, which also warm caches, do not count.
    """
    times: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(repeats + 2):
        for name, run in runs.items():
            began = time.process_time()
            run()
            times[name].append(1000 * (time.process_time() - began))
    own = next(iter(times.values()))[2:]
    return {
        name: Taken(
            statistics.median(found[2:]),
            statistics.median(each / first for each, first in zip(found[2:], own, strict=True)),
        )
        for name, found in times.items()
    }
