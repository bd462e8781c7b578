"""Training of translators: losses, settings, and that an interrupted run ends where a whole one does."""

import gzip
import json
import random
from pathlib import Path

import pytest

from tests.training.interrupted import resumed
from training.export import model_of
from training.pairs import SOURCES, Batches
from training.translate import KINDS, main

WORDS = {"bear": "ours", "river": "rivière", "king": "roi", "red": "rouge", "saw": "vit", "the": "le", "a": "un"}


@pytest.fixture(scope="module")
def data(tmp_path_factory) -> Path:
    """A folder of made-up pairs in the place of each source that is not our own."""
    folder = tmp_path_factory.mktemp("data")
    for source in set(SOURCES) - {"teaching"}:
        chance = random.Random(source)
        lines = []
        for _ in range(300):
            words = chance.choices(list(WORDS), k=chance.randint(2, 6))
            lines.append(" ".join(words) + ".\t" + " ".join(WORDS[word] for word in words) + ".")
        (folder / f"en_fr_{source}.tsv.gz").write_bytes(gzip.compress("\n".join(lines).encode()))
    return folder


def arguments(data: Path, run: Path, model: str = "translate", steps: int = 4) -> list[str]:
    sizes = f"--layers 1 --heads 2 --d-model 8 --vocab 400 --steps {steps} --batch 200 --check-every 2 --threads 1"
    return [*sizes.split(), "--device", "cpu", "--model", model, "--data", str(data), "--run", str(run)]


@pytest.mark.study
@pytest.mark.parametrize("kind", KINDS)
def test_a_resumed_run_ends_with_the_weights_of_a_whole_one(data, tmp_path, kind):
    whole, weights, log = resumed(lambda run: main(arguments(data, run, kind)), Batches, "__getitem__", tmp_path)
    assert set(log[0]["validation"]) == set(SOURCES)
    settings = json.loads((whole / "settings.json").read_text())
    assert settings["model"] == kind and settings["pairs"]["teaching"]["train"] > 300
    model_of(settings)[0].load_state_dict(weights)
