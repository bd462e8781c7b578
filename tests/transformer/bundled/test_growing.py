"""Snapshots round-trip within their rounding, one step at a time, and a damaged folder is refused in a sentence."""

import json

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from safetensors.torch import load_file, save_file

from transformer import ModelFolderError
from transformer.bundled.folders import CONFIG, seal
from transformer.bundled.growing import MEASURED, SNAPSHOTS, load_growing, rounded, save_growing
from transformer.bundled.load import save
from transformer.model import Transformer

STEPS = (0, 7, 70)  # one begins as another does


@pytest.fixture
def kept(make_language_model):
    """The weights of a tiny model at each of the steps, and the model."""
    model = make_language_model("rotary", True)
    torch.manual_seed(3)
    return model, {step: Transformer(model.config).state_dict() for step in STEPS}


@pytest.fixture
def home(kept, tmp_path):
    """The folder of a growing model called `small`, whose tokenizer is that of `tiny` beside it."""
    model, snapshots = kept
    save(model.transformer, model.tokenizer, tmp_path / "tiny")
    save_growing(snapshots, model.config, tmp_path / "small", "tiny")
    write_measured(tmp_path / "small", STEPS)
    return tmp_path / "small"


def write_measured(home, steps):
    entries = [{"step": step, "heads": [], "best": {}} for step in steps]
    (home / MEASURED).write_text(json.dumps({"snapshots": entries}), encoding="utf-8")


def load_small(home):
    return load_growing("small", home.parent)


def refusal(home, step=None):
    with pytest.raises(ModelFolderError) as caught:
        load_small(home).at(step)
    return str(caught.value)


@given(
    arrays.arrays(
        np.float32,
        (3, 5),
        elements=st.floats(-1e3, 1e3, width=32, allow_subnormal=False).filter(lambda x: x == 0 or abs(x) > 1e-3),
    )
)
def test_a_weight_moves_by_half_of_its_rows_scale_at_most(matrix):
    whole, scale = rounded(torch.from_numpy(matrix))
    assert whole.dtype == torch.int8 and int(whole.min()) >= -127
    restored = whole.float() * scale[:, None]
    bound = np.abs(matrix).max(axis=1, keepdims=True) / 254
    assert (np.abs(restored.numpy() - matrix) <= bound * 1.0001 + 1e-30).all()


def test_every_snapshot_comes_back_within_its_rounding(home, kept):
    growing, (model, snapshots) = load_small(home), kept
    assert growing.steps == STEPS and growing.config == model.config
    for step in STEPS:
        found = growing.at(step).transformer.state_dict()
        assert found.keys() == snapshots[step].keys()
        for name, weight in snapshots[step].items():
            if weight.ndim == 2:
                bound = weight.abs().amax(dim=1, keepdim=True) / 254 * 1.0001
                assert ((found[name] - weight).abs() <= bound).all(), name
            else:
                assert torch.equal(found[name], weight), name


def test_a_snapshot_is_a_language_model_that_does_not_learn(home):
    model = load_small(home).at(7)
    assert model.name == "small at step 7" and not model.transformer.training
    assert not any(weight.requires_grad for weight in model.transformer.parameters())
    assert model.transformer.unembedding.weight is model.transformer.embedding.weight
    assert not model.trace("She bears the pain").logits.flags.writeable


def test_a_step_that_was_not_kept_is_refused(home):
    with pytest.raises(KeyError, match="weights were kept at the steps 0, 7, 70, not at 8"):
        load_small(home).at(8)


@pytest.mark.parametrize("file", [CONFIG, SNAPSHOTS, MEASURED])
def test_a_missing_or_damaged_file_is_named(home, file):
    (home / file).write_bytes(b"?")
    assert refusal(home) == f"The file {file} of the model small is damaged."
    (home / file).unlink()
    assert refusal(home) == f"The file {file} of the model small is missing."


def test_measurements_of_other_steps_are_refused(home):
    write_measured(home, STEPS[:2])
    assert refusal(home) == f"The file {MEASURED} of the model small is damaged."


def test_a_snapshot_without_one_of_its_tensors_is_refused(home):
    tensors = load_file(home / SNAPSHOTS)
    del tensors["7/final_norm.weight"]
    save_file(tensors, home / SNAPSHOTS)
    seal(home / SNAPSHOTS)
    assert load_small(home).at(0)
    assert refusal(home, 7) == f"The file {SNAPSHOTS} of the model small is damaged."
