"""No key of a config.json makes numbers other than the library's: each is changed and left out, in every family."""

import json
import shutil
from typing import Any

import numpy as np
import pytest
import torch
import transformers as hugging_face
from safetensors.torch import load_file

from tests.transformer.real.kinds import ENCODER_DECODERS, KINDS, randomized, written
from transformer import FolderError, open_folder, open_translator
from transformer.real.defaults import DEFAULTS, SECOND_NAMES

IDS, INPUTS = [5, 7, 9, 11, 9, 7, 13, 3, 5], [2, 8, 6, 4]
BOUND = 1e-5
# Keys that older files have, or that the library reads though its Config classes have no such field.
OLDER = {
    "rope_theta": 30.0,
    "rope_scaling": {"type": "linear", "factor": 3.0},
    "rope_local_base_freq": 40.0,
    "partial_rotary_factor": 0.5,
    "original_max_position_embeddings": 17,
    "rotary_pct": 0.7,
    "rotary_emb_base": 70.0,
    "sliding_window_pattern": 2,
    "head_dim": 8,
    "position_embedding_type": "relative_key",
    "use_bidirectional_attention": True,
    "layer_types": ["full_attention", "sliding_attention", "full_attention"],
    "sliding_window": 3,
    "attn_logit_softcapping": 0.5,
    "final_logit_softcapping": 0.5,
    "query_pre_attn_scalar": 5,
    "tie_word_embeddings": False,
    "attention_bias": True,
    "mlp_bias": True,
    "is_decoder": True,
    "n_positions": 30,
    "per_layer_config": {"0": {"hidden_act": "relu"}},
    "_sliding_window_pattern": 2,
    "is_causal": False,
    "normalize_before": True,
}
# Of no consequence for a pass without dropout, or for the library itself and not for the model.
ABOUT = {"model_type", "architectures", "dtype", "transformers_version", "id2label", "label2id"}


def others(key: str, value: Any) -> list[Any]:
    """What a key is changed to."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value * 2, max(value // 2, 1)]
    if isinstance(value, float):
        return [value * 0.5 + 0.1]
    if isinstance(value, str):
        return ["relu"]
    if isinstance(value, list) and key == "layer_types":
        return [value[::-1], ["full_attention"] * len(value), ["sliding_attention"] * len(value)]
    if isinstance(value, dict) and "rope" in key:
        inner = [{name: each for name, each in value.items() if name != left_out} for left_out in value]
        return [*inner, {"rope_type": "linear", "factor": 2.0}, {"rope_type": "default", "rope_theta": 21.0}, {}]
    return []


def variants(config: dict[str, Any]) -> list[dict[str, Any]]:
    """The config with each key changed, null and left out, and with each older key beside them or instead."""
    made = []
    for key in sorted(config.keys() | OLDER.keys()):
        without = {name: value for name, value in config.items() if name != key}
        if key in ABOUT:
            continue
        if key in config:
            made += [without, without | {key: None}]
            made += [without | {key: other} for other in others(key, config[key])]
        if key in OLDER:
            made.append(without | {key: OLDER[key]})
            if "rop" in key or "rotary" in key:
                made.append({name: value for name, value in without.items() if name != "rope_parameters"} | {key: OLDER[key]})
    for name, first in SECOND_NAMES.get(config["model_type"], {}).items():
        made.append(config | {name: config[first] * 2})
        made.append(config | {name: config[first]})
    return made


@pytest.fixture(scope="module", params=[*KINDS, *ENCODER_DECODERS])
def kind(request):
    return request.param


def theirs_of(home, sides: bool):
    """The library's logits for a folder, or None where it cannot open it or lacks a weight."""
    try:
        config = hugging_face.AutoConfig.from_pretrained(home)
        of = hugging_face.MODEL_FOR_SEQ_TO_SEQ_CAUSAL_LM_MAPPING if sides else (
            hugging_face.MODEL_FOR_MASKED_LM_MAPPING if type(config) in hugging_face.MODEL_FOR_MASKED_LM_MAPPING and "Bert" in type(config).__name__ or "Roberta" in type(config).__name__ 
            else hugging_face.MODEL_FOR_CAUSAL_LM_MAPPING)
        model, about = of[type(config)].from_pretrained(
            home, dtype=torch.float32, output_loading_info=True, attn_implementation="eager"
        )
        if about["missing_keys"] or about["mismatched_keys"] or about["unexpected_keys"]:
            return None
        with torch.inference_mode():
            if sides:
                return model.eval()(torch.tensor([IDS]), decoder_input_ids=torch.tensor([INPUTS])).logits[0].numpy()
            return model.eval()(torch.tensor([IDS])).logits[0].numpy()
    except Exception:
        return None


def ours_of(home, sides: bool):
    try:
        if not sides:
            return open_folder(home).transformer(torch.tensor(IDS)).numpy()
        model = open_translator(home)
        read = model.encoder.stages(torch.tensor(IDS))
        final = model.decoder.stages(torch.tensor(INPUTS), memory=read.final).final
        return model.decoder.unembedding(final).numpy()
    except FolderError as error:
        assert str(error).endswith((".", "!")), error
        return str(error)
