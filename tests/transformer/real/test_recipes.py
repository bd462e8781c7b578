"""Folders as they are published: with the keys of their config.json, in recipes/, and the names of their weights."""

import json
from pathlib import Path

import numpy as np
import pytest
import torch
import transformers as hugging_face
from safetensors.torch import load_file, save_file

from tests.transformer.real.kinds import randomized, tokenizer
from tests.transformer.real.spoiled import WEIGHTS, with_settings
from transformer import FolderError, open_folder, open_translator

TEXT = "bear country, bears"
POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 548105171\n"
RECIPES = {
    path.stem: json.loads(path.read_text("utf-8")) for path in sorted((Path(__file__).parent / "recipes").iterdir())
}


def _beside(name: str, weights: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Return what stands beside the weights in published files, and no model reads."""
    one = torch.randn(4, 2)
    match name:
        case "gpt2":
            return {f"h.{layer}.attn.bias": torch.ones(1, 1, 61, 61).tril() for layer in range(2)}
        case "tiny-stories" | "gpt-j":
            at = "transformer.h.{}.attn.attention." if name == "tiny-stories" else "transformer.h.{}.attn."
            seen = {"bias": torch.ones(1, 1, 61, 61).tril().bool(), "masked_bias": torch.tensor(-1e9)}
            return {at.format(layer) + key: tensor.clone() for layer in range(2) for key, tensor in seen.items()}
        case "pythia" | "gpt-neox-20b":
            at = "gpt_neox.layers.{}.attention."
            found = {"bias": torch.ones(1, 1, 61, 61).bool(), "masked_bias": torch.tensor(-1e9)}
            found["rotary_emb.inv_freq"] = torch.ones(1)
            return {at.format(layer) + key: tensor.clone() for layer in range(2) for key, tensor in found.items()}
        case "llama-1" | "llama-2":
            return {f"model.layers.{layer}.self_attn.rotary_emb.inv_freq": torch.ones(4) for layer in range(2)}
        case "bert":
            pooler = {"bert.pooler.dense.weight": torch.ones(32, 32), "bert.pooler.dense.bias": torch.ones(32)}
            both = {"cls.seq_relationship.weight": torch.ones(2, 32), "cls.seq_relationship.bias": torch.ones(2)}
            return pooler | both | {"bert.embeddings.position_ids": torch.arange(61)[None]}
        case "roberta" | "camembert":
            return {"roberta.embeddings.position_ids": torch.arange(61)[None]}
        case "t5":  # an attention across has no distances, though these files have a table for it
            bias = {"decoder.block.0.layer.1.EncDecAttention.relative_attention_bias.weight": one.repeat(2, 2)}
            return bias | {f"{side}.embed_tokens.weight": weights["shared.weight"] for side in ("encoder", "decoder")}
        case "marian":
            sides = ("encoder", "decoder")
            return {f"model.{side}.embed_tokens.weight": weights["model.shared.weight"] for side in sides}
    return {}


def published(name, home):
    """The library's model of a recipe, and its folder as it is published."""
    config = RECIPES[name]
    read = hugging_face.CONFIG_MAPPING[config["model_type"]].from_dict(dict(config))
    theirs = randomized(getattr(hugging_face, config["architectures"][0])(read))
    weights = dict(theirs.state_dict())
    for tied in theirs._tied_weights_keys or {}:
        if read.tie_word_embeddings:
            weights.pop(tied, None)
    weights |= _beside(name, weights)
    if name == "gpt2":
        weights = {key.removeprefix("transformer."): tensor for key, tensor in weights.items()}
    if name == "gemma3-with-pictures":
        weights = {
            key.removeprefix("model.").replace("language_model.", "language_model.model."): tensor
            for key, tensor in weights.items()
        }
    if name == "bert":  # these came from TensorFlow
        for new, old in (("LayerNorm.weight", "LayerNorm.gamma"), ("LayerNorm.bias", "LayerNorm.beta")):
            weights = {key.replace(new, old): tensor for key, tensor in weights.items()}
    home.mkdir()
    if name in ("tiny-stories", "marian"):  # which were never published as anything else
        torch.save(weights, home / "pytorch_model.bin", _use_new_zipfile_serialization=name != "marian")
    else:
        save_file({key: tensor.clone().contiguous() for key, tensor in weights.items()}, home / "model.safetensors")
    (home / "config.json").write_text(json.dumps(config, indent=2))
    tokenizer().save(str(home / "tokenizer.json"))
    return theirs


@pytest.mark.parametrize("name", RECIPES)
def test_a_published_folder_opens_and_makes_the_numbers_of_the_library(name, tmp_path) -> None:
    theirs = published(name, tmp_path / name)
    if name in ("t5", "flan-t5", "marian"):
        model = open_translator(tmp_path / name)
        trace = model.trace(TEXT, "Les ours")
        source, inputs = (torch.tensor([[token.id for token in side]]) for side in (trace.source, trace.inputs))
        with torch.inference_mode():
            expected = theirs(source, decoder_input_ids=inputs).logits[0].numpy()
    else:
        model = open_folder(tmp_path / name)
        trace = model.trace(TEXT)
        with torch.inference_mode():
            expected = theirs(torch.tensor([[token.id for token in trace.tokens]])).logits[0].numpy()
    np.testing.assert_allclose(trace.logits, expected, rtol=0, atol=1e-5)


def adapter(home):
    """Write what peft writes: no config.json, and the two matrices of each change."""
    (home / "config.json").unlink()
    (home / WEIGHTS).rename(home / "adapter_model.safetensors")
    (home / "adapter_config.json").write_text(json.dumps({"peft_type": "LORA", "base_model_name_or_path": "gpt2"}))


def with_weight(name, **dtype):
    """Add a tensor to the weights of a folder."""
    added = {f"model.layers.0.self_attn.q_proj.{name}": torch.ones(2, 2, **dtype)}
    return lambda home: save_file(load_file(home / WEIGHTS) | added, home / WEIGHTS)


def pointer(name):
    return lambda home: (home / name).write_text(POINTER)


def renamed(name, to):
    return lambda home: (home / name).rename(home / to)


def below(home):
    (home / "checkpoint-500").mkdir()
    renamed("config.json", "checkpoint-500/config.json")(home)


UNPUBLISHED = {
    "an adapter": ("llama-2", adapter, "holds an adapter"),
    "gptq, said nowhere": (
        "llama-2",
        with_weight("qweight", dtype=torch.int32),
        "are quantized, as .*q_proj.qweight says",
    ),
    "mlx": ("llama-2", with_weight("biases"), "are quantized, as .*q_proj.biases says"),
    "fp8": ("qwen3", with_weight("weight_scale_inv"), "are quantized, as .*q_proj.weight_scale_inv says"),
    "pruned heads": (
        "bert",
        lambda home: with_settings(home, pruned_heads={"0": [1]}),
        "pruned_heads = {'0': \\[1\\]}",
    ),
    "weights of Git LFS": ("gpt2", pointer(WEIGHTS), f"{WEIGHTS} .* run git lfs pull"),
    "tokenizer of Git LFS": ("gpt2", pointer("tokenizer.json"), "tokenizer.json .* run git lfs pull"),
    "weights of Flax": ("gpt2", renamed(WEIGHTS, "flax_model.msgpack"), "has flax_model.msgpack but"),
    "weights of llama.cpp": ("llama-2", renamed(WEIGHTS, "llama.Q4_0.gguf"), "has llama.Q4_0.gguf but"),
    "weights of Meta": ("llama-3", renamed(WEIGHTS, "consolidated.safetensors"), "has consolidated"),
    "the folder above": ("gpt2", below, "has no config.json: open its folder checkpoint-500"),
    "words alone": ("bert", renamed("tokenizer.json", "vocab.txt"), "has no tokenizer.json: make one with"),
}


@pytest.mark.parametrize("what", UNPUBLISHED)
def test_what_is_not_read_is_refused_for_its_true_reason(what, tmp_path) -> None:
    name, change, reason = UNPUBLISHED[what]
    published(name, tmp_path / "tiny")
    change(tmp_path / "tiny")
    with pytest.raises(FolderError, match=reason) as caught:
        open_folder(tmp_path / "tiny")
    assert "download" not in str(caught.value)


def test_an_encoder_alone_is_no_translator(tmp_path) -> None:
    theirs = published("t5", tmp_path / "whole")
    home = tmp_path / "tiny"
    hugging_face.T5EncoderModel(theirs.config).save_pretrained(home)
    tokenizer().save(str(home / "tokenizer.json"))
    for said in ({}, {"is_encoder_decoder": True}):
        with_settings(home, **said)
        with pytest.raises(FolderError, match="has no decoder"):
            open_translator(home)
