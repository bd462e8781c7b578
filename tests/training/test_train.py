"""Training: the schedule, the losses it reports, and that an interrupted run ends where a whole one does."""

import gzip
import json
import random
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from tests.training.interrupted import resumed
from training.data import MIX, Rows, Stream
from training.optimizing import learning_rate, optimizers
from training.train import main, validation_losses
from transformer.config import Config
from transformer.model import Transformer

WORDS = ["the", "a", "bear", "river", "king", "tea", "walked", "saw", "took", "over", "under", "red", "tired", "home"]


@given(steps=st.integers(500, 10**6), share=st.floats(0, 1))
def test_the_rate_rises_stays_and_falls_to_zero(steps, share):
    step = int(share * steps)
    rate = learning_rate(step, steps)
    assert 0 <= rate <= 1
    if step < 99:
        assert rate == pytest.approx((step + 1) / 100)
    elif step <= 0.4 * steps:
        assert rate == 1
    else:
        assert rate == pytest.approx((1 - step / steps) / 0.6)


def test_the_last_step_still_moves_the_weights():
    assert 0 < learning_rate(9_999, 10_000) < 1e-3
    assert learning_rate(10_000, 10_000) == 0


def tiny() -> Transformer:
    torch.manual_seed(0)
    return Transformer(
        Config(vocab_size=50, n_layers=2, n_heads=2, d_model=8, d_head=4, d_mlp=16, max_tokens=6, positions="learned")
    )


def test_every_weight_has_one_optimizer_and_muon_the_matrices_of_the_blocks():
    model = tiny()
    muon, adam = optimizers(model, 0.02, 3e-3)
    of_muon = {id(weight) for group in muon.param_groups for weight in group["params"]}
    of_adam = {id(weight) for group in adam.param_groups for weight in group["params"]}
    assert not of_muon & of_adam
    assert of_muon | of_adam == {id(weight) for weight in model.parameters()}
    assert of_muon == {id(weight) for weight in model.blocks.parameters() if weight.ndim == 2}


@torch.inference_mode()
def direct_loss(model: Transformer, ids: np.ndarray, windows: int) -> float:
    """Mean of -log p(next token) over whole windows, one token at a time."""
    length = model.config.max_tokens
    losses = []
    for start in range(0, windows * length, length):
        probabilities = model(torch.tensor(ids[start : start + length].astype(np.int64))).softmax(-1)
        losses += [-probabilities[at, ids[start + at + 1]].log().item() for at in range(length)]
    return float(np.mean(losses))


def test_validation_losses_are_the_mean_over_whole_windows():
    model = tiny()
    ids = np.random.default_rng(0).integers(0, 50, size=6 * 20 + 3).astype(np.uint16)
    streams = {"tatoeba": Stream(ids, np.array([0]))}
    assert validation_losses(model, streams, "cpu")["tatoeba"] == pytest.approx(direct_loss(model, ids, 20), rel=1e-5)
    assert validation_losses(model, streams, "cpu", 3)["tatoeba"] == pytest.approx(direct_loss(model, ids, 3), rel=1e-5)


def test_a_source_shorter_than_a_window_has_a_loss():
    model = tiny()
    ids = np.array([4, 8, 15, 16], dtype=np.uint16)
    with torch.inference_mode():
        expected = torch.nn.functional.cross_entropy(model(torch.tensor([4, 8, 15])), torch.tensor([8, 15, 16]))
    found = validation_losses(model, {"teaching": Stream(ids, np.array([0]))}, "cpu")
    assert found["teaching"] == pytest.approx(expected.item(), rel=1e-5)


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


def test_a_run_can_use_the_tokenizer_of_another(data, tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    main([*arguments(data, first), "--steps", "1"])
    main([*arguments(data, second), "--steps", "1", "--seed", "7", "--tokenizer", str(first / "tokenizer.json")])
    assert (first / "tokenizer.json").read_bytes() == (second / "tokenizer.json").read_bytes()
    assert json.loads((second / "settings.json").read_text())["seed"] == 7
