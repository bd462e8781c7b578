"""Seconds of the processor until a model is open, beside torch alone, each in a process of its own and in turns."""

import statistics
import subprocess
import sys

from benchmarks import timing

PROGRAMS = {
    "import torch": "import torch",
    "import headlight": "import torch, headlight as hl; hl.open",
    "hl.open('story')": "import torch, headlight as hl; hl.open('story')",
    ".run('bear country').top()": "import torch, headlight as hl; hl.open('story').run('bear country').top()",
}
_TURNS = 3


def table() -> str:
    """Return the median of each, and what it takes beyond torch."""
    times: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    for turn in range(_TURNS + 1):
        for name, program in PROGRAMS.items():
            timed = f"{program}\nimport time; print(time.process_time())"
            done = subprocess.run([sys.executable, "-c", timed], check=True, capture_output=True, text=True)
            if turn:  # the first reads files that are not in memory yet
                times[name].append(float(done.stdout))
    taken = {name: statistics.median(found) for name, found in times.items()}
    alone = taken["import torch"]
    lines = [[f"`{name}`", f"{each:.1f} s", f"{each - alone:.1f} s"] for name, each in taken.items()]
    return timing.table(["", "processor", "beyond torch"], lines)
