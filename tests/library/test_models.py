"""A model is opened by its name, its place, or as it lives; what would be read wrongly is refused in a sentence."""

import shutil
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import torch
import transformers
from torch.nn.utils.parametrizations import weight_norm

import headlight as hl
from headlight.pictures.board import hidden_of
from tests.transformer.real.kinds import ENCODER_DECODERS, KINDS, randomized, tokenizer, written
from transformer import FolderError, open_folder
from transformer.real.installed import place_of

IDS = [7, 30, 41, 9, 55, 30, 12, 66]


@pytest.mark.parametrize("kind", KINDS)
def test_a_live_model_of_each_kind_gives_what_it_gives_itself(live, kind: str) -> None:
    theirs, model = live(kind)
    theirs.set_attn_implementation("eager")
    with torch.no_grad():
        expected = theirs(torch.tensor([IDS])).logits[0].numpy()
    assert np.abs(model.run(IDS).logits - expected).max() <= 2e-6 * max(1, np.abs(expected).max())
    run = model.run(IDS)
    unseen = np.all([~layer.may_look for layer in run.trace.layers], axis=0)  # in every layer, whatever its window
    hatched = run.show().boards[0].pictures()["heads"].header["hidden"]
    np.testing.assert_array_equal(hidden_of(hatched, unseen.shape), unseen)


@pytest.mark.parametrize("kind", ["llama", "gpt2", "qwen3", "bert"])
def test_float32_weights_are_shared_and_stay_as_they_were(kind: str) -> None:
    theirs = randomized(KINDS[kind]())
    model = hl.from_model(theirs)
    places = [weight.untyped_storage().data_ptr() for weight in theirs.parameters()]
    own = [weight.untyped_storage().data_ptr() for weight in model.inner.transformer.parameters()]
    assert {*own} <= {*places}
    assert all(weight.requires_grad for weight in theirs.parameters())
    before = model.run(IDS).logits.copy()
    with torch.no_grad():
        theirs.get_input_embeddings().weight.mul_(1.5)
    assert np.abs(model.run(IDS).logits - before).max() > 1e-3


def test_half_precision_is_copied_to_float32() -> None:
    theirs = randomized(KINDS["llama"]())
    expected = hl.from_model(theirs).run(IDS).logits
    model = hl.from_model(randomized(KINDS["llama"]()).to(torch.bfloat16))
    assert model.inner.transformer.embedding.weight.dtype == torch.float32
    assert 0 < np.abs(model.run(IDS).logits - expected).max() < 0.2


class _Mine(torch.nn.Module):
    def __init__(self, other) -> None:
        super().__init__()
        for name, part in other.named_children():
            self.add_module(name, part)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            lambda model: model.model.layers[1].register_forward_hook(lambda *_: None),
            "LlamaForCausalLM.model.layers.1 has hooks",
        ),
        (
            lambda model: setattr(model.model.layers[1], "forward", model.model.layers[1].forward),
            "The forward pass of LlamaForCausalLM.model.layers.1 was replaced",
        ),
        (
            lambda model: setattr(model.model.layers[0], "mlp", _Mine(model.model.layers[0].mlp)),
            "layers.0.mlp is a _Mine",
        ),
        (lambda model: setattr(model, "peft_config", {"default": None}), "has adapters"),
        (lambda model: setattr(model.config, "quantization_config", {"quant_method": "bitsandbytes"}), "are quantized"),
        (lambda model: weight_norm(model.model.layers[0].mlp.up_proj), r"layers\.0\.mlp\.up_proj"),
        (lambda model: model.to("meta"), "not loaded"),
        (lambda model: setattr(model, "extra", torch.nn.Linear(3, 3)), "no part of a language model"),
    ],
)
def test_a_live_model_that_was_changed_is_refused(change, words: str) -> None:
    model = randomized(KINDS["llama"]())
    change(model)
    with pytest.raises(FolderError, match=words):
        hl.from_model(model)


@pytest.mark.parametrize("kind", ["llama", "gpt2", "gpt-neox", "bert", "distilbert"])
def test_what_the_library_itself_records_by_hooks_is_no_change(kind: str) -> None:
    theirs = randomized(KINDS[kind]())
    expected = hl.from_model(theirs).run(IDS).logits
    theirs.set_attn_implementation("eager")
    theirs(torch.tensor([IDS]), output_attentions=True, output_hidden_states=True)
    assert any(module._forward_hooks for module in theirs.modules())
    np.testing.assert_array_equal(hl.from_model(theirs).run(IDS).logits, expected)
    next(theirs.children()).register_forward_hook(lambda *_: None)
    with pytest.raises(FolderError, match="has hooks"):
        hl.from_model(theirs)


def test_paths_are_those_of_a_shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = written(randomized(KINDS["llama"]()), tmp_path / "tiny")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(home)
    for path in ("~/tiny", ".", Path(), "../tiny", "../tiny/", home):
        assert hl.open(path).name == open_folder(path).name == "tiny"


def test_what_is_no_such_model_is_refused() -> None:
    sizes = {"hidden_size": 8, "num_hidden_layers": 1, "vocab_size": 11}
    with pytest.raises(FolderError, match="mamba"):
        hl.from_model(transformers.MambaForCausalLM(transformers.MambaConfig(**sizes)))
    for other in ("gpt2", torch.nn.Linear(2, 2), None):
        with pytest.raises(FolderError, match="A model of the transformers library is needed"):
            hl.from_model(other)
    with pytest.raises(FolderError, match=r"write it with its save_pretrained.*transformer\.open_translator"):
        hl.from_model(randomized(ENCODER_DECODERS["t5"]()))
    with pytest.raises(FolderError, match="no fast tokenizer"):
        hl.from_model(randomized(KINDS["llama"]()), SimpleNamespace(name="slow"))


def test_without_a_tokenizer_ids_are_read() -> None:
    model = hl.from_model(randomized(KINDS["roberta"]()))
    assert model.run(IDS).words == tuple(f"<{id}>" for id in IDS)
    with pytest.raises(ValueError, match="give ids instead of a text"):
        model.run("bear")
    written_on = hl.from_model(randomized(KINDS["gpt2"]())).generate(IDS, 2)
    assert written_on.split()[: len(IDS)] == [str(id) for id in IDS] and len(written_on.split()) == len(IDS) + 2


def test_a_folder_and_the_cache_of_hugging_face(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "hub" / "models--someone--tiny" / "snapshots"
    folder = written(randomized(KINDS["llama"]()), tmp_path / "plain")
    expected = hl.open(folder).run("bear").logits
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    monkeypatch.delenv("HF_HUB_CACHE", raising=False)
    with pytest.raises(FolderError, match=r"There is no model someone/tiny: .* story, "):
        hl.open("someone/tiny")
    shutil.copytree(folder, home / "abc")
    written(randomized(KINDS["llama"](), seed=1), home / "def")
    (home.parent / "refs").mkdir()
    for commit in ("abc", "def"):
        (home.parent / "refs" / "main").write_text(commit + "\n", "utf-8")
        model = hl.open("someone/tiny")
        assert model.name == "someone/tiny"
        assert np.array_equal(model.run("bear").logits, expected) == (commit == "abc")


def test_by_name_and_by_file() -> None:
    assert hl.open("twin-rotary").plan.positions == "rotary"
    with pytest.raises(FolderError, match="translate is a translator"):
        hl.open("translate")
    by_name, by_file = hl.open("MiniLM"), hl.open(place_of("MiniLM"))
    assert np.array_equal(by_name.run("A bear").stage("stream", 5), by_file.run("A bear").stage("stream", 5))
    assert by_name.plan.predicts == "nothing"


def test_a_tokenizer_that_is_handed_over_stays_as_it_was() -> None:
    pieces = tokenizer()
    pieces.enable_truncation(3)
    model = hl.from_model(randomized(KINDS["llama"]()), pieces)
    assert len(model.run("bear country")) > 3
    assert pieces.truncation is not None and not pieces.encode_special_tokens
