"""Train four small models that differ only in how they are told positions: python -m training.twins --data FOLDER."""

import argparse
from pathlib import Path

import torch

from training import train
from transformer.bundled.folders import MODELS

KINDS = ("none", "sinusoidal", "learned", "rotary")
# The same for all four, like the rows they read and their order, which follow from the seed.
SIZES = {"layers": 2, "heads": 4, "d-model": 88, "max-tokens": 64, "batch": 32, "seed": 2026}


def options(kind: str, data: Path, runs: Path, steps: int) -> list[str]:
    """The command line of training.train for one of the twins."""
    return [
        *("--data", str(data), "--run", str(runs / f"twin-{kind}")),
        *("--tokenizer", str(MODELS / "story" / "tokenizer.json")),
        *("--positions", kind, "--steps", str(steps), "--check-every", "300", "--device", "cpu"),
        *(word for name, size in SIZES.items() for word in (f"--{name}", str(size))),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the en_*.txt.gz files")
    parser.add_argument("--runs", type=Path, default=Path("runs"), help="gets one folder for each twin")
    parser.add_argument("--steps", type=int, default=1800)
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS, help="only these twins")
    chosen = parser.parse_args()
    torch.set_num_threads(1)
    for kind in chosen.kinds:
        train.main(options(kind, chosen.data, chosen.runs, chosen.steps))


if __name__ == "__main__":
    main()
