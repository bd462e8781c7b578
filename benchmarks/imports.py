"""Seconds of the processor until a model is open, beside torch alone, each in a process of its own and in turns.

python -m benchmarks.imports
"""

import statistics
import subprocess
import sys

from benchmarks.timing import machine

PROGRAMS = {
    "import torch": "import torch",
    "import headlight": "import torch, headlight as hl; hl.open",
    "open story": "import torch, headlight as hl; hl.open('story')",
    "and run a text": "import torch, headlight as hl; hl.open('story').run('bear country').top()",
}
_TURNS = 3


def main() -> None:
    """Print the median of each, and what it takes beyond torch."""
    print(machine())
    times: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    for turn in range(_TURNS + 1):
        for name, program in PROGRAMS.items():
            timed = f"{program}\nimport time; print(time.process_time())"
            done = subprocess.run([sys.executable, "-c", timed], check=True, capture_output=True, text=True)
            if turn:  # the first reads files that are not in memory yet
                times[name].append(float(done.stdout))
    torch_alone = statistics.median(times["import torch"])
    for name, found in times.items():
        taken = statistics.median(found)
        print(f"{name:18} {taken:5.2f} s, {taken - torch_alone:+5.2f} beyond torch")


if __name__ == "__main__":
    main()
