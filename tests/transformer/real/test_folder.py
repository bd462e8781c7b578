"""A folder that cannot be opened gets a sentence that says why; however its weights are stored, they are the same."""

import json
import shutil

import numpy as np
import pytest
import torch
import transformers as hugging_face
from safetensors.torch import load_file, save_file

from tests.in_turn import in_turn
from tests.sampled import sampled
from tests.transformer.real.kinds import ENCODER_DECODERS, KINDS, VOCAB, randomized, written
from tests.transformer.real.oracle import stages_of
from tests.transformer.real.spoiled import WEIGHTS, refused, with_settings
from transformer import FolderError, open_folder
from transformer.real.families import FAMILIES
from transformer.real.folder import read_plan
from transformer.real.settings import Settings
from transformer.real.weights import shapes

TEXT = "bear country, bears"


def test_the_sound_one_is_opened_and_named(sound) -> None:
    model = open_folder(str(sound))
    assert model.name == "tiny"
    assert model.trace(TEXT).plan == model.plan == model.config


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json", WEIGHTS])
def test_a_missing_file_is_named(name, home) -> None:
    (home / name).unlink()
    refused(home, f"has no {name}")


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json", WEIGHTS])
@pytest.mark.parametrize("kept", [0, 1, 0.4, 0.99])
def test_half_a_file_is_named(name, kept, home) -> None:
    whole = (home / name).read_bytes()
    (home / name).write_bytes(whole[: int(kept * len(whole))] if kept < 1 else b"[]")
    refused(home, f"{name} of tiny is damaged")


def test_no_folder(tmp_path) -> None:
    refused(tmp_path / "nowhere", "There is no folder nowhere")


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"model_type": "mamba"}, "of the kind 'mamba'"),
        ({"model_type": None}, "does not say model_type"),
        ({"model_type": ["llama"]}, "of the kind"),
        ({"hidden_size": None}, "does not say hidden_size"),
        ({"hidden_size": "42"}, 'hidden_size should be a whole number above 0, not "42"'),
        ({"num_hidden_layers": 0}, "num_hidden_layers should be"),
        ({"num_hidden_layers": 4}, "lack 16 of 67 parts, first blocks.3.attention.key.bias"),
        ({"num_hidden_layers": 2}, "hold blocks.2.attention.key.bias"),
        ({"hidden_size": 48, "head_dim": 10}, "has the shape"),
        ({"num_key_value_heads": 4}, "cannot share"),
        ({"num_key_value_heads": 3}, "has the shape"),
        ({"vocab_size": VOCAB - 1}, "has the shape"),
        ({"vocab_size": 50}, "tokenizer.json of tiny has a token 82 where the model knows 50"),
        ({"hidden_act": "xielu"}, "the activation 'xielu'"),
        ({"attention_bias": False}, "hold blocks.0.attention.key.bias"),
        ({"rope_parameters": {"rope_type": "yarn", "rope_theta": 1.0}}, "rotary positions of the type yarn"),
        (
            {"rope_parameters": {"rope_type": "llama3", "rope_theta": 1.0}},
            "its rotary positions need a number low_freq_factor, and have None",
        ),
        ({"rope_scaling": {"rope_type": "linear"}}, "its rotary positions need a number factor, and have None"),
        ({"rope_parameters": {"rope_theta": float("nan")}}, "need a number rope_theta, and have nan"),
        ({"rope_parameters": [1, 2]}, r"rope_parameters should be an object, not \[1, 2\]"),
        ({"rope_parameters": "linear"}, 'rope_parameters should be an object, not "linear"'),
        ({"layer_types": "full_attention"}, "layer_types should be a list of names"),
        ({"layer_types": [[1], 2, 3]}, "layer_types should be a list of names"),
        ({"head_dim": 200_000_000}, "says head_dim = 200000000 where the longest axis of a weight has 89"),
        ({"quantization_config": {"bits": 4}}, "quantization_config"),
        ({"layer_types": ["full_attention", "chunked_attention", "full_attention"]}, "of the type chunked_attention"),
        ({"layer_types": ["full_attention"]}, "damaged"),
        ({"use_bidirectional_attention": True}, "use_bidirectional_attention = True"),
        ({"model_type": "gpt2"}, "hold model.embed_tokens.weight, which is no part"),
    ],
)
def test_a_config_that_cannot_be_followed_is_refused(settings, sentence, home) -> None:
    with_settings(home, **settings)
    refused(home, sentence)


@pytest.mark.parametrize(
    ("kind", "settings"),
    [
        ("gpt2", {"scale_attn_by_inverse_layer_idx": True}),
        ("gpt2", {"scale_attn_weights": False}),
        ("bert", {"position_embedding_type": "relative_key"}),
        ("bert", {"is_decoder": True}),
    ],
)
def test_a_variant_that_computes_something_else_is_refused(kind, settings, opened, tmp_path) -> None:
    home = written(opened(kind)[0], tmp_path / "tiny")
    with_settings(home, **settings)
    ((name, value),) = settings.items()
    refused(home, f"{name} = {value!r}")


@in_turn("kind", KINDS | ENCODER_DECODERS)
def test_a_config_without_a_kind_is_told_which_to_write(kind: str, tmp_path) -> None:
    home = written((KINDS | ENCODER_DECODERS)[kind](), tmp_path / kind)
    model_type = json.loads((home / "config.json").read_text())["model_type"]
    with_settings(home, model_type=None)
    refused(home, f'does not say model_type: add "model_type": "{model_type}"')
    with_settings(home, architectures=["MambaForCausalLM"])
    refused(home, "does not say model_type: add it, as it is where")


def test_a_head_that_cannot_be_turned_whole_is_refused(opened, tmp_path) -> None:
    home = written(opened("modernbert")[0], tmp_path / "tiny")
    with_settings(home, num_attention_heads=6)
    refused(home, "rotary positions turn pairs of numbers: 3 do not fit into a head of 5")


def test_every_family_has_a_tiny_model(opened) -> None:
    assert {opened(kind)[0].config.model_type for kind in KINDS} == FAMILIES.keys()


@pytest.mark.parametrize(
    ("kind", "settings"),
    [
        ("gpt2", {"n_embd": 3 * 10**8}),
        ("gpt-neox", {"hidden_size": 3 * 10**8}),
        ("gemma3", {"head_dim": 10**9}),
        ("bert", {"intermediate_size": 10**9}),
        ("qwen3", {"vocab_size": 10**9}),
    ],
)
def test_a_size_that_no_weight_has_is_refused_before_memory_is_taken(kind, settings, opened, tmp_path, monkeypatch):
    home = written(opened(kind)[0], tmp_path / "tiny")
    with_settings(home, **settings)
    monkeypatch.setattr("transformer.real.weights.load_file", pytest.fail)
    monkeypatch.setattr("torch.arange", pytest.fail)
    with pytest.raises(FolderError, match="the longest axis of a weight has"):
        read_plan(FAMILIES[opened(kind)[0].config.model_type], held(home))


def held(home):
    """The settings of a folder, held against the shapes of its weights."""
    settings = Settings.read(home)
    settings.hold(shapes(home))
    return settings


def spoiled(home, change):
    weights = load_file(home / WEIGHTS)
    change(weights)
    save_file({name: tensor.contiguous() for name, tensor in weights.items()}, home / WEIGHTS)


def test_a_weight_of_another_model_is_named(home) -> None:
    spoiled(home, lambda weights: weights.update({"model.layers.0.mlp.experts.0.weight": torch.ones(2)}))
    refused(home, r"hold model\.layers\.0\.mlp\.experts\.0\.weight")


def test_a_number_that_is_not_finite_is_named(home) -> None:
    spoiled(home, lambda weights: weights["model.norm.weight"].__setitem__(3, torch.nan))
    refused(home, r"model\.norm\.weight of tiny holds a number that is not finite")


def test_quantized_weights_are_refused(home) -> None:
    spoiled(home, lambda weights: weights.update({"model.norm.weight": torch.ones(42, dtype=torch.int8)}))
    refused(home, "quantized")


def test_an_open_model_has_its_weights_to_itself_whatever_becomes_of_the_file(home) -> None:
    model = open_folder(home)
    before = model.trace(TEXT).logits
    with (home / WEIGHTS).open("r+b") as file:  # in place: what is mapped would change
        n_bytes = file.seek(0, 2)
        file.seek(n_bytes // 2)
        file.write(bytes(n_bytes - n_bytes // 2))
    assert np.array_equal(model.trace(TEXT).logits, before)
    assert not np.array_equal(open_folder(home).trace(TEXT).logits, before)


def test_weights_in_shards_are_put_together(opened, home, tmp_path) -> None:
    theirs, _ = opened("llama")
    whole = open_folder(home).trace(TEXT)
    theirs.save_pretrained(tmp_path / "shards", max_shard_size="40KB")
    shutil.copy(home / "tokenizer.json", tmp_path / "shards")
    assert len(list((tmp_path / "shards").glob("*.safetensors"))) > 2
    assert np.array_equal(open_folder(tmp_path / "shards").trace(TEXT).final, whole.final)
    next((tmp_path / "shards").glob("*00002*")).unlink()
    refused(tmp_path / "shards", "lacks model-00002")
    (tmp_path / "shards" / "model.safetensors.index.json").write_text('{"weight_map": 5}')
    refused(tmp_path / "shards", "index.json of shards is damaged")


@pytest.mark.parametrize(
    "named",
    [
        '{"weight_map":' + "[" * 100_000,
        '{"weight_map": {"a": "' + "x" * 5_000 + '"}}',
        '{"weight_map": {"a": ["model.safetensors"]}}',
        '{"weight_map": {"a": 5}}',
    ],
    ids=["deep", "long", "list", "number"],
)
def test_an_index_of_no_sense_is_named(named, home) -> None:
    (home / WEIGHTS).unlink()
    (home / f"{WEIGHTS}.index.json").write_text(named)
    refused(home, "index.json of tiny is damaged")


@pytest.mark.parametrize("count", sampled([40_000, 400_000], [40_000]))
def test_more_tensors_than_any_model_has_are_refused_unread(count, home, monkeypatch) -> None:
    header = json.dumps({f"{n}": {"dtype": "F32", "shape": [0], "data_offsets": [0, 0]} for n in range(count)}).encode()
    (home / WEIGHTS).write_bytes(len(header).to_bytes(8, "little") + header)
    monkeypatch.setattr("transformer.real.weights.load_file", pytest.fail)
    if count > 100_000:  # so many are not even listed
        monkeypatch.setattr("transformer.real.weights.safe_open", pytest.fail)
    refused(home, "model.safetensors of tiny lists more tensors than any model has")


def test_a_text_that_the_tokenizer_gives_up_on_is_refused(home) -> None:
    path = home / "tokenizer.json"
    backtracks = {"type": "Split", "pattern": {"Regex": "(x+x+)+y"}, "behavior": "Isolated", "invert": False}
    path.write_text(json.dumps(json.loads(path.read_text()) | {"pre_tokenizer": backtracks}))
    model = open_folder(home)
    model.trace("bear")
    with pytest.raises(FolderError, match="cannot cut this text"):
        model.trace("x" * 40)


def test_half_precision_is_computed_with_in_full(opened, home) -> None:
    rounded = {name: tensor.bfloat16() for name, tensor in opened("llama")[0].state_dict().items()}
    save_file(rounded, home / WEIGHTS)
    theirs = KINDS["llama"]().eval()
    theirs.load_state_dict(rounded)
    trace = open_folder(home).trace(TEXT)
    with torch.inference_mode():
        logits = theirs(torch.tensor([[token.id for token in trace.tokens]])).logits[0].numpy()
    assert trace.final.dtype == np.float32
    np.testing.assert_allclose(trace.logits, logits, rtol=0, atol=1e-5)


def test_an_encoder_without_its_head_predicts_nothing(opened, tmp_path) -> None:
    theirs, model = opened("bert")
    trace = open_folder(written(theirs.bert, tmp_path / "sentences")).trace(TEXT)
    assert trace.plan.predicts == "nothing"
    assert np.array_equal(trace.layers[-1].residual_out, model.trace(TEXT).layers[-1].residual_out)
    assert np.array_equal(trace.final, trace.layers[-1].residual_out)
    with pytest.raises(ValueError, match="predicts no token"):
        _ = trace.logits


CLASSIFIERS = {
    "bert": [
        *("BertForSequenceClassification", "BertForTokenClassification"),
        *("BertForQuestionAnswering", "BertForNextSentencePrediction"),
    ],
    "roberta": ["RobertaForSequenceClassification"],
    "camembert": ["CamembertForTokenClassification"],
    "xlm-roberta": ["XLMRobertaForSequenceClassification"],
    "modernbert": ["ModernBertForSequenceClassification", "ModernBertForTokenClassification"],
    "modernbert-biased": ["ModernBertModel"],
    "distilbert": ["DistilBertForSequenceClassification", "DistilBertForQuestionAnswering"],
    "llama": ["LlamaForSequenceClassification"],
    "gemma2": ["Gemma2ForTokenClassification"],
    "gpt2": ["GPT2ForSequenceClassification"],
    "gpt-neo": ["GPTNeoForSequenceClassification"],
    "gpt-j": ["GPTJForSequenceClassification", "GPTJForQuestionAnswering"],
    "phi3": ["Phi3ForSequenceClassification"],
    "olmo2": ["Olmo2ForSequenceClassification"],
    "gpt-neox": ["GPTNeoXForTokenClassification"],
}


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind, names in CLASSIFIERS.items() for name in names])
def test_the_head_of_a_classifier_is_left_out(kind, name, opened, tmp_path) -> None:
    theirs = randomized(getattr(hugging_face, name)(opened(kind)[0].config))
    trace = open_folder(written(theirs, tmp_path / name)).trace(TEXT)
    assert trace.plan.predicts == "nothing"
    with torch.inference_mode():
        last = theirs.base_model(torch.tensor([[token.id for token in trace.tokens]])).last_hidden_state[0].numpy()
    np.testing.assert_allclose(trace.final, last, rtol=0, atol=1e-5)


def test_a_choice_among_texts_beside_the_next_token_is_left_out(opened, tmp_path) -> None:
    theirs = randomized(hugging_face.GPT2DoubleHeadsModel(opened("gpt2")[0].config))
    trace = open_folder(written(theirs, tmp_path / "double")).trace(TEXT)
    with torch.inference_mode():
        logits = theirs(torch.tensor([[token.id for token in trace.tokens]])).logits[0].numpy()
    np.testing.assert_allclose(trace.logits, logits, rtol=0, atol=1e-5)


PICTURES = {"model_type": "siglip_vision_model", "hidden_size": 12, "intermediate_size": 8, "num_hidden_layers": 1}
PICTURES |= {"num_attention_heads": 2, "image_size": 28, "patch_size": 14}


@pytest.mark.parametrize("tied", [True, False])
def test_of_a_model_that_sees_pictures_the_part_that_reads_text_is_opened(tied, opened, tmp_path) -> None:
    text = opened("gemma3")[0].config.to_dict()
    sides = {"text_config": text, "vision_config": PICTURES}
    config = hugging_face.Gemma3Config(**sides, mm_tokens_per_image=4, tie_word_embeddings=tied)
    theirs = randomized(hugging_face.Gemma3ForConditionalGeneration(config))
    home = written(theirs, tmp_path / "pictures")
    trace = open_folder(home).trace(TEXT)
    layers, logits = stages_of(theirs, [token.id for token in trace.tokens])
    for ours, expected in zip(trace.layers, layers, strict=True):
        for stage in ("pattern", "residual_out"):
            np.testing.assert_allclose(getattr(ours, stage), expected[stage], rtol=0, atol=1e-5)
    np.testing.assert_allclose(trace.logits, logits, rtol=0, atol=1e-5)
    assert trace.plan.tied == tied
    if tied:  # which is what a file means that does not say it
        with_settings(home, tie_word_embeddings=None)
        assert open_folder(home).trace(TEXT).plan.tied
    save_file({name: tensor.contiguous().clone() for name, tensor in theirs.state_dict().items()}, home / WEIGHTS)
    assert np.array_equal(open_folder(home).trace(TEXT).logits, trace.logits)  # as other releases name them
    for other, sentence in (
        (None, "text_config should be an object, not null"),
        ({"model_type": "mamba"}, "a text_config of the type mamba"),
    ):
        with_settings(home, text_config=other)
        refused(home, sentence)
    with_settings(home, text_config=text, quantization_config={"bits": 4})
    refused(home, "quantized")


def test_a_model_that_looks_back_alone_reads_no_pairs(opened) -> None:
    _, model = opened("gpt2")
    with pytest.raises(ValueError, match="read as one by an encoder"):
        model.trace_pair("bear", "bee")


def test_numbers_whose_sum_alone_is_not_finite_are_sound(home) -> None:
    spoiled(home, lambda weights: weights["model.norm.weight"].fill_(3e38))
    open_folder(home)
