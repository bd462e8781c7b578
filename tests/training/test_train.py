"""Training: the schedule, the losses it reports, and that an interrupted run ends where a whole one does."""

import gzip
import random
from pathlib import Path

import pytest

from tests.training.interrupted import resumed
from training.data import MIX, Rows
from training.train import main

WORDS = ["the", "a", "bear", "river", "king", "tea", "walked", "saw", "took", "over", "under", "red", "tired", "home"]


@pytest.fixture(scope="module")
def data(tmp_path_factory) -> Path:
    """A folder of made-up sentences in the place of each source that is not our own."""
    folder = tmp_path_factory.mktemp("data")
    for source in MIX.keys() - {"teaching"}:
        chance = random.Random(source)
        lines = [" ".join(chance.choices(WORDS, k=chance.randint(4, 9))) + "." for _ in range(400)]
        joint = "\n" if source == "tatoeba" else "\n\n"
        (folder / f"en_{source}.txt.gz").write_bytes(gzip.compress(joint.join(lines).encode()))
    return folder


def arguments(data: Path, run: Path) -> list[str]:
    sizes = "--layers 1 --heads 2 --d-model 8 --max-tokens 12 --vocab 400 --steps 6 --batch 4 --check-every 2"
    return [*sizes.split(), "--device", "cpu", "--data", str(data), "--run", str(run)]


def test_a_resumed_run_ends_with_the_weights_of_a_whole_one(data, tmp_path):
    _, _, log = resumed(lambda run: main(arguments(data, run)), Rows, "batch", tmp_path)
    assert [(entry["step"], entry["tokens"]) for entry in log] == [(step, step * 48) for step in (2, 4, 6)]
    assert set(log[0]["validation"]) == set(MIX)
