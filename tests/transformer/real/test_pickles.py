"""Weights that are kept as a pickle: the numbers are read, no program is run, and anything else is refused."""

import json

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

from tests.transformer.real.spoiled import WEIGHTS, refused
from transformer import open_folder

TEXT = "bear country, bears"
PICKLED = "pytorch_model.bin"


class Program:
    """An object that a pickle can hold: a call of any function, when it is opened."""

    def __init__(self, leaves) -> None:
        self.leaves = leaves

    def __reduce__(self):
        return self.leaves.touch, ()


def pickled(home, **more):
    """Keep the weights of a folder as they were kept before safetensors."""
    torch.save(load_file(home / WEIGHTS) | more, home / PICKLED)
    (home / WEIGHTS).unlink()


@pytest.mark.parametrize("zipped", [True, False])
def test_of_a_pickle_the_numbers_are_read(zipped, home) -> None:
    whole = open_folder(home).trace(TEXT)
    weights = load_file(home / WEIGHTS)
    (home / WEIGHTS).unlink()
    torch.save(weights, home / PICKLED, _use_new_zipfile_serialization=zipped)
    assert np.array_equal(open_folder(home).trace(TEXT).final, whole.final)
    (home / PICKLED).rename(home / "pytorch_model-00001-of-00001.bin")
    index = {"weight_map": dict.fromkeys(weights, "pytorch_model-00001-of-00001.bin")}
    (home / f"{PICKLED}.index.json").write_text(json.dumps(index))
    assert np.array_equal(open_folder(home).trace(TEXT).final, whole.final)
    (home / f"{PICKLED}.index.json").write_text(json.dumps({"weight_map": dict.fromkeys(weights, "config.json")}))
    refused(home, "pytorch_model.bin.index.json of tiny is damaged")


def test_no_program_in_a_pickle_is_run(home, tmp_path) -> None:
    pickled(home, program=Program(tmp_path / "ran"))
    refused(home, "a pickle of other things than tensors")
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    "what",
    [
        {"state_dict": {}},
        {"epoch": 3},
        {"model.norm.weight": torch.ones(1).expand(10**6, 10**6)},
        {5: torch.ones(1)},
        {"model.norm.weight": torch.ones(42).to_sparse()},
    ],
    ids=["a dict", "a number", "one number many times", "no name", "a sparse tensor"],
)
def test_a_pickle_of_other_things_than_whole_tensors_is_refused(what, home) -> None:
    torch.save(load_file(home / WEIGHTS) | what, home / PICKLED)
    (home / WEIGHTS).unlink()
    refused(home, "a pickle of other things than tensors")
    torch.save([1, 2], home / PICKLED)
    refused(home, "a pickle of other things than tensors")


def test_a_pickle_needs_a_torch_that_reads_it_safely(home, monkeypatch) -> None:
    pickled(home)
    monkeypatch.setattr("torch.__version__", type(torch.__version__)("2.9.1"))
    refused(home, "in torch 2.9.1: update torch to 2.10 or later")


def test_weights_in_any_other_pickle_are_not_opened(home) -> None:
    pickled(home)
    (home / PICKLED).rename(home / "weights.pt")
    refused(home, "pickled, which can run any program when opened")
