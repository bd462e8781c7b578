"""No key of a config.json makes numbers other than the library's: each is changed and left out, in every family."""

import inspect
import json
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import transformers as hugging_face
from safetensors.torch import save_file

from tests.sampled import sampled
from tests.transformer.real.kinds import ENCODER_DECODERS, KINDS, randomized, written
from transformer import FolderError, open_folder, open_translator
from transformer.real.defaults import DEFAULTS, SECOND_NAMES

IDS, INPUTS = [5, 7, 9, 11, 9, 7, 13, 3, 5], [2, 8, 6, 4]
BOUND = 1e-5
# Keys that older files have, or that the library reads though its Config classes have no such field.
OLDER: dict[str, Any] = {
    "rope_theta": 30.0,
    "rope_local_base_freq": 40.0,
    "rotary_emb_base": 70.0,
    "default_theta": 25.0,
}
OLDER |= {"partial_rotary_factor": 0.5, "rotary_pct": 0.7, "original_max_position_embeddings": 17}
OLDER |= {"rope_scaling": {"type": "linear", "factor": 3.0}}
OLDER |= {"rope_parameters": {"rope_type": "default", "rope_theta": 33.0}}
OLDER |= {"layer_types": ["full_attention", "sliding_attention", "full_attention"], "sliding_window": 3}
OLDER |= {"sliding_window_pattern": 2, "_sliding_window_pattern": 2, "attention_chunk_size": 2}
OLDER |= {"attn_logit_softcapping": 0.5, "final_logit_softcapping": 0.5, "query_pre_attn_scalar": 5}
OLDER |= {"tie_word_embeddings": False, "attention_bias": True, "mlp_bias": True, "normalize_before": True}
OLDER |= {"is_decoder": True, "is_causal": False, "use_bidirectional_attention": True}
OLDER |= {"n_positions": 30, "max_position_embeddings": 47, "position_embedding_type": "relative_key", "head_dim": 8}
OLDER |= {"per_layer_config": {"0": {"hidden_act": "relu"}}}
# What a file says of itself, of training and of writing on: these are changed all at once.
_QUIET = re.compile(
    r".*(dropout|pdrop|_prob|layerdrop|init\w*_range|initializer_factor|init_std|use_cache|return_dict|summary_\w+)"
    r"|output_\w+|pretraining_tp|chunk_size_feed_forward|(bos|forced_eos)_token_id|reorder_and_upcast_attn"
)
# What its classes ask a config for that no file says, or models of pictures alone.
_NO_SETTING = {"get_text_config", "json", "standardize_rope_params", "validate_rope", "_attn_implementation"}
_NO_SETTING |= {"image_token_id", "mm_tokens_per_image", "text_config", "vision_config", "num_labels"}
_ABOUT = {
    "model_type", "architectures", "dtype", "transformers_version", "id2label", "label2id", "problem_type",
    "classifier_pooling",
}  # fmt: skip
ALIKE = {"llama-plain", "llama-3", "qwen2", "phi3", "modernbert-biased", "gpt-neox-in-turn"}
FAMILIES_ONCE = [kind for kind in KINDS if kind not in ALIKE]
Config = dict[str, Any]


def changed(key: str, value: Any) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value * 2]
    if isinstance(value, float):
        return [value * 0.5 + 0.1]
    if isinstance(value, str):
        return ["relu"]
    if key == "layer_types":
        return [value[::-1], ["full_attention"] * len(value)]
    if isinstance(value, dict):
        lacking = [{name: each for name, each in value.items() if name != left_out} for left_out in value]
        return [*lacking, {"rope_type": "linear", "factor": 2.0}, {"rope_type": "default", "rope_theta": 21.0}, {}]
    return []


def variants(config: Config) -> list[Config]:
    """The config with each key changed, null and left out, and with each older key beside the others or instead."""
    quiet = {key for key in config if _QUIET.fullmatch(key)}
    made = [
        {key: value for key, value in config.items() if key not in quiet},
        config | {key: value for key in quiet for value in changed(key, config[key])[:1]},
    ]
    for key in sorted((config.keys() | OLDER.keys()) - quiet - _ABOUT):
        without = {name: value for name, value in config.items() if name != key}
        if key in config:
            made += [without, without | {key: None}]
            made += [without | {key: other} for other in changed(key, config[key])]
        if key in OLDER:
            made.append(without | {key: OLDER[key]})
            if key.startswith(("ro", "default_theta")):
                made.append({name: value for name, value in made[-1].items() if name != "rope_parameters"})
    for second, first in SECOND_NAMES.get(config["model_type"], {}).items():
        made += [config | {second: config[first]}, config | {second: config[first] * 2}]
    return [json.loads(each) for each in dict.fromkeys(map(json.dumps, made))]  # some ways lead to the same


@cache
def class_of(kind: str) -> Any:
    return type((KINDS | ENCODER_DECODERS)[kind]())


def theirs_of(home: Path, kind: str) -> np.ndarray | None:
    """The library's logits for a folder; None where it cannot open it, or has to draw a weight at random."""
    try:
        read = class_of(kind).config_class.from_pretrained(home)
    except Exception:  # each setting that it cannot follow has an error of its own
        return None
    return _theirs(home, kind, AsRead(read, repr(sorted(vars(read).items()))))


@dataclass(frozen=True)
class AsRead:
    """A config as the library reads it: two files of which it reads the same have one."""

    config: Any = field(compare=False)  # of the library's
    settings: str


@cache
def _theirs(home: Path, kind: str, read: AsRead) -> np.ndarray | None:
    sides = kind in ENCODER_DECODERS
    try:
        model, about = class_of(kind).from_pretrained(
            home, config=read.config, dtype=torch.float32, attn_implementation="eager", output_loading_info=True
        )
        if about["missing_keys"] or about["mismatched_keys"] or about["unexpected_keys"]:
            return None
        with torch.inference_mode():
            inputs = {"decoder_input_ids": torch.tensor([INPUTS])} if sides else {}
            return model.eval()(torch.tensor([IDS]), **inputs).logits[0].numpy()
    except Exception:  # and some it meets with one only now
        return None


@torch.inference_mode()
def ours_of(home: Path, kind: str) -> np.ndarray | None:
    """Our logits for a folder; None where it is refused in a sentence, or predicts nothing."""
    try:
        if kind not in ENCODER_DECODERS:
            model = open_folder(home)
            return None if model.plan.predicts == "nothing" else model.transformer(torch.tensor(IDS)).numpy()
        translator = open_translator(home)
        memory = translator.encoder.stages(torch.tensor(IDS)).final
        final = translator.decoder.stages(torch.tensor(INPUTS), memory=memory).final
        unembedding, bias = translator.decoder.unembedding_and_bias()
        return (final @ unembedding.T + (0 if bias is None else bias)).numpy()
    except FolderError as error:
        assert str(error).endswith(".") and str(home.parent) not in str(error)
        return None


def difference(home: Path, config: Config, kind: str) -> float | None:
    """The largest difference of a logit from the library's; None where one of the two refuses."""
    (home / "config.json").write_text(json.dumps(config))
    ours = ours_of(home, kind)
    theirs = None if ours is None else theirs_of(home, kind)
    return None if ours is None or theirs is None else float(np.abs(ours - theirs).max())


@pytest.fixture(autouse=True, scope="module")
def _says_nothing_and_reads_in_one_thread():
    """The library warns of much that is done here on purpose; threads take longer than to read a tiny file."""
    hugging_face.logging.set_verbosity_error()
    hugging_face.logging.disable_progress_bar()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_DEACTIVATE_ASYNC_LOAD", "1")
        yield
    hugging_face.logging.set_verbosity_warning()
    hugging_face.logging.enable_progress_bar()


CHANGED = [("llama", 4), *((kind, 1) for kind in (*FAMILIES_ONCE, "t5", "marian"))]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("kind", "every"), sampled(CHANGED, CHANGED[:1]))
def test_no_key_makes_other_numbers_in_silence(kind: str, every: int, tmp_path: Path) -> None:
    """Each key of the config of this kind is changed and left out: the numbers are the library's, or it is refused.

    `make test` asks every fourth change.
    """
    home = written(randomized((KINDS | ENCODER_DECODERS)[kind]()), tmp_path / kind)
    config = json.loads((home / "config.json").read_text())
    asked = [config, *variants(config)]
    found = [(variant, difference(home, variant, kind)) for variant in asked[:3] + asked[3::every]]
    wrong = [
        {
            key: variant.get(key, "left out")
            for key in config.keys() | variant.keys()
            if variant.get(key) != config.get(key)
        }
        for variant, by in found
        if by is not None and not by < BOUND
    ]
    assert not wrong
    assert all(by is not None for _, by in found[:3]), "what says nothing of the numbers is not refused"
    assert sum(by is not None for _, by in found) > len(found) / 3


@pytest.mark.parametrize("kind", [*FAMILIES_ONCE, "t5", "marian"])
def test_every_key_that_the_library_reads_is_changed(kind) -> None:
    from transformers import masking_utils, modeling_rope_utils  # which take a second

    of = class_of(kind)
    modules = {inspect.getmodule(of), inspect.getmodule(of.config_class), modeling_rope_utils, masking_utils}
    source = "".join(inspect.getsource(module) for module in modules)
    read = set(re.findall(r"(?<![\w.])(?:self\.)?config\.(\w+)", source))
    read |= set(re.findall(r"getattr\((?:self\.)?config, [\"'](\w+)[\"']", source))
    config = (KINDS | ENCODER_DECODERS)[kind]().config
    known = json.loads(config.to_json_string(use_diff=False)).keys() | OLDER.keys() | config.attribute_map.keys()
    assert len(read & known) > 15
    assert not {key for key in read - known - _NO_SETTING if not _QUIET.fullmatch(key)}


def test_a_marian_that_does_not_tie_is_refused(tmp_path) -> None:
    home = written(randomized(ENCODER_DECODERS["marian"]()), tmp_path / "marian")
    config = json.loads((home / "config.json").read_text()) | {"tie_word_embeddings": False}
    (home / "config.json").write_text(json.dumps(config))
    with pytest.raises(FolderError, match="tie_word_embeddings = False"):
        open_translator(home)


@pytest.mark.parametrize("kind", DEFAULTS)
def test_the_table_has_the_defaults_of_the_library(kind) -> None:
    of = hugging_face.CONFIG_MAPPING[kind]
    fields = of.__dataclass_fields__
    for key, default in DEFAULTS[kind].items():
        if key in fields:
            assert fields[key].default == default, key
    assert SECOND_NAMES.get(kind, {}) == of.attribute_map


@pytest.mark.parametrize("kind", ["llama", "gpt2"])
def test_two_tables_that_differ_are_two_though_the_config_ties_them(kind, tmp_path) -> None:
    theirs = randomized(KINDS[kind]())
    home = written(theirs, tmp_path / kind)
    config = json.loads((home / "config.json").read_text()) | {"tie_word_embeddings": True}
    if kind == "gpt2":
        weights = theirs.state_dict() | {"lm_head.weight": theirs.lm_head.weight * -1.5}
        save_file({name: tensor.contiguous().clone() for name, tensor in weights.items()}, home / "model.safetensors")
    by = difference(home, config, kind)
    assert by is not None and by < BOUND
