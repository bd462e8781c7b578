"""Train one small model and keep its weights on the way: python -m training.growing --data FOLDER."""

import argparse
from pathlib import Path

import torch

from training import train
from transformer.bundled.folders import MODELS

# Close together at the beginning, where most changes.
SNAPSHOTS = (0, 20, 50, 100, 200, 350, 500, 800, 1100, 1400, 1700, 2000)
# Twelve times these sizes at 8 bits a weight are 9 MB. Rotary positions: a previous-token head forms early with them.
SIZES = {"layers": 2, "heads": 4, "d-model": 72, "max-tokens": 64, "batch": 16, "seed": 2026}


def options(data: Path, run: Path, snapshots: tuple[int, ...] = SNAPSHOTS) -> list[str]:
    """The command line of training.train; the last snapshot is the end of the run."""
    return [
        *("--data", str(data), "--run", str(run)),
        *("--tokenizer", str(MODELS / "story" / "tokenizer.json")),
        *("--positions", "rotary", "--steps", str(snapshots[-1]), "--check-every", "100"),
        *("--device", "cpu", "--precision", "float32"),
        *("--snapshots", *map(str, snapshots)),
        *(word for name, size in SIZES.items() for word in (f"--{name}", str(size))),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the en_*.txt.gz files")
    parser.add_argument("--run", type=Path, default=Path("runs/growing"))
    chosen = parser.parse_args()
    torch.set_num_threads(1)
    train.main(options(chosen.data, chosen.run))


if __name__ == "__main__":
    main()
