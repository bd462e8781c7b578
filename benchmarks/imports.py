"""Seconds from the start of Python to an open model, beside torch alone, each in a process of its own and in turns.

python -m benchmarks.imports
"""

import statistics
import subprocess
import sys
import time

from benchmarks.timing import machine

PROGRAMS = {
    "import torch": "import torch",
    "import headlight": "import torch, headlight",
    "open story": "import torch, headlight as hl; hl.open('story')",
    "and run a text": "import torch, headlight as hl; hl.open('story').run('bear country').top()",
}
_TURNS = 5


def main() -> None:
    """Print the median of each, and what it takes beyond torch."""
    print(machine())
    times: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    for turn in range(_TURNS + 1):
        for name, program in PROGRAMS.items():
            began = time.perf_counter()
            subprocess.run([sys.executable, "-c", program], check=True)
            if turn:  # the first reads files that are not in memory yet
                times[name].append(time.perf_counter() - began)
    torch_alone = statistics.median(times["import torch"])
    for name, found in times.items():
        taken = statistics.median(found)
        print(f"{name:18} {taken:5.2f} s, {taken - torch_alone:+5.2f} beyond torch")


if __name__ == "__main__":
    main()
