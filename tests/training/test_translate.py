"""Training of translators: losses, settings, and that an interrupted run ends where a whole one does."""

import gzip
import json
import random
from pathlib import Path

import pytest
import torch

from tests.training.interrupted import resumed
from training.export import model_of
from training.pairs import SOURCES, Batches, Encoded, read
from training.translate import KINDS, loss_of, main, validation_losses
from transformer.seq2seq import Seq2Seq
from transformer.tokenizer import Tokenizer

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


def test_losses_count_no_padding(data, tmp_path):
    main(arguments(data, tmp_path, steps=1))
    tokenizer = Tokenizer.load(tmp_path / "tokenizer.json")
    settings = json.loads((tmp_path / "settings.json").read_text())
    model = model_of(settings)[0]
    assert isinstance(model, Seq2Seq)
    encoded = Encoded.of(read("teaching", data).validation, tokenizer, 96)
    batches = Batches(encoded, 300, tokenizer.padding_id, seed=1)
    total, tokens = 0.0, 0
    for source, target in zip(encoded.sources, encoded.targets, strict=True):
        logits = model(torch.tensor(source), torch.tensor(target[:-1])).log_softmax(-1)
        total -= logits[range(len(target) - 1), torch.tensor(target[1:])].sum().item()
        tokens += len(target) - 1
    found = validation_losses(model, {"teaching": batches}, "cpu")["teaching"]
    assert found == pytest.approx(total / tokens, rel=0.01)  # the training computes in bfloat16


def test_smoothing_gives_some_of_the_target_to_every_token(data, tmp_path):
    class Uniform(torch.nn.Module):
        def forward(self, source, target):
            return torch.zeros(*target.shape, 50)

    batch = Batches(Encoded([torch.tensor([3, 4]).numpy()], [torch.tensor([1, 5, 6]).numpy()]), 20, 2, seed=0)[0]
    for smoothing in (0.0, 0.1):
        loss = loss_of(Uniform(), batch, 2, "cpu", smoothing=smoothing)
        assert loss.item() == pytest.approx(3.912, abs=1e-3)  # ln 50 either way
