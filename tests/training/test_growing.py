"""A run keeps the weights of the steps that it is asked for, and what is measured of them is what a loop measures."""

import numpy as np
import pytest
import torch

from tests.training.test_train import arguments, data  # noqa: F401 (a fixture)
from training import train
from training.growth import given_one_token, on_text
from transformer.config import Config
from transformer.model import Transformer


def tiny() -> Transformer:
    torch.manual_seed(0)
    return Transformer(Config(13, 2, 2, 8, 4, 11, max_tokens=7, positions="rotary")).eval()


def test_a_run_keeps_the_weights_of_its_snapshots_and_logs_them(data, tmp_path) -> None:  # noqa: F811
    run = tmp_path / "run"
    train.main([*arguments(data, run), "--precision", "float32", "--snapshots", "0", "3", "6"])
    kept = {step: torch.load(run / f"step-{step}.pt", weights_only=True) for step in (0, 3, 6)}
    last = torch.load(run / "checkpoint.pt", weights_only=True)["model"]
    assert all(torch.equal(kept[6][name], weight) for name, weight in last.items())
    assert not torch.equal(kept[0]["embedding.weight"], kept[3]["embedding.weight"])
    torch.manual_seed(2026)
    fresh = Transformer(train.config_of(train.parse(arguments(data, run)), 400)).state_dict()
    assert all(torch.equal(kept[0][name], weight) for name, weight in fresh.items())
    log = [line for line in (run / "log.jsonl").read_text().splitlines()]
    assert [int(line.split(",")[0].split(":")[1]) for line in log] == [0, 2, 3, 4, 6]
    assert "training_loss" not in log[0] and all("training_loss" in line for line in log[1:])


def test_the_measured_losses_are_those_of_a_loop() -> None:
    model, windows = tiny(), np.random.default_rng(0).integers(0, 13, (19, 6))
    with torch.no_grad():
        whole = model(torch.from_numpy(windows[:, :-1])).log_softmax(-1).numpy()
        alone = {id: model(torch.tensor([id])).log_softmax(-1).numpy()[0] for id in range(13)}
    places = [(row, place) for row in range(19) for place in range(5)]
    loss, again = on_text(model, windows)
    assert loss == pytest.approx(-np.mean([whole[row, at, windows[row, at + 1]] for row, at in places]), rel=1e-5)
    assert again == pytest.approx(np.mean([whole[row, at].argmax() == windows[row, at] for row, at in places]))
    expected = -np.mean([alone[windows[row, at]][windows[row, at + 1]] for row, at in places])
    assert given_one_token(model, windows) == pytest.approx(expected, rel=1e-5)
