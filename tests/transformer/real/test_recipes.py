"""Folders as they are published: the keys of their config.json and the names of their weights, with smaller sizes."""

import json

import numpy as np
import pytest
import torch
import transformers as hugging_face
from safetensors.torch import load_file, save_file

from tests.transformer.real.kinds import VOCAB, randomized, tokenizer
from transformer import FolderError, open_folder, open_translator

TEXT = "bear country, bears"
WEIGHTS = "model.safetensors"
POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 548105171\n"
GPT2 = {
    "activation_function": "gelu_new",
    "architectures": ["GPT2LMHeadModel"],
    "attn_pdrop": 0.1,
    "bos_token_id": 50,
    "embd_pdrop": 0.1,
    "eos_token_id": 50,
    "initializer_range": 0.02,
    "layer_norm_epsilon": 1e-05,
    "model_type": "gpt2",
    "n_ctx": 61,
    "n_embd": 20,
    "n_head": 4,
    "n_layer": 2,
    "n_positions": 61,
    "n_special": 0,
    "predict_special_tokens": True,
    "resid_pdrop": 0.1,
    "summary_activation": None,
    "summary_first_dropout": 0.1,
    "summary_proj_to_labels": True,
    "summary_type": "cls_index",
    "summary_use_proj": True,
    "task_specific_params": {"text-generation": {"do_sample": True, "max_length": 50}},
    "vocab_size": VOCAB,
}
_GPT_SAYS = {key: GPT2[key] for key in GPT2 if key.startswith(("summary", "bos", "eos", "initializer"))}
TINY_STORIES = _GPT_SAYS | {
    "_name_or_path": "EleutherAI/gpt-neo-125M",
    "activation_function": "gelu_new",
    "architectures": ["GPTNeoForCausalLM"],
    "attention_dropout": 0,
    "attention_layers": ["global", "local"],
    "attention_types": [[["global", "local"], 1]],
    "embed_dropout": 0,
    "gradient_checkpointing": False,
    "hidden_size": 20,
    "intermediate_size": None,
    "layer_norm_epsilon": 1e-05,
    "max_position_embeddings": 61,
    "model_type": "gpt_neo",
    "num_heads": 4,
    "num_layers": 2,
    "resid_dropout": 0,
    "torch_dtype": "float32",
    "transformers_version": "4.28.1",
    "use_cache": True,
    "vocab_size": VOCAB,
    "window_size": 7,
}
GPT_J = _GPT_SAYS | {
    "activation_function": "gelu_new",
    "architectures": ["GPTJForCausalLM"],
    "attn_pdrop": 0.0,
    "embd_pdrop": 0.0,
    "gradient_checkpointing": False,
    "layer_norm_epsilon": 1e-05,
    "model_type": "gptj",
    "n_embd": 32,
    "n_head": 4,
    "n_inner": None,
    "n_layer": 2,
    "n_positions": 61,
    "resid_pdrop": 0.0,
    "rotary": True,
    "rotary_dim": 4,
    "scale_attn_weights": True,
    "tie_word_embeddings": False,
    "tokenizer_class": "GPT2Tokenizer",
    "transformers_version": "4.18.0.dev0",
    "use_cache": True,
    "vocab_size": VOCAB,
}
PYTHIA = {
    "architectures": ["GPTNeoXForCausalLM"],
    "bos_token_id": 0,
    "eos_token_id": 0,
    "hidden_act": "gelu",
    "hidden_size": 32,
    "initializer_range": 0.02,
    "intermediate_size": 48,
    "layer_norm_eps": 1e-05,
    "max_position_embeddings": 61,
    "model_type": "gpt_neox",
    "num_attention_heads": 4,
    "num_hidden_layers": 2,
    "rotary_emb_base": 10000,
    "rotary_pct": 0.25,
    "tie_word_embeddings": False,
    "torch_dtype": "float16",
    "transformers_version": "4.24.0",
    "use_cache": True,
    "use_parallel_residual": True,
    "vocab_size": VOCAB,
}
NEOX_20B = PYTHIA | {
    "attention_probs_dropout_prob": 0,
    "hidden_act": "gelu_fast",
    "hidden_dropout_prob": 0,
}
LLAMA_1 = {
    "architectures": ["LlamaForCausalLM"],
    "bos_token_id": 1,
    "eos_token_id": 2,
    "hidden_act": "silu",
    "hidden_size": 32,
    "initializer_range": 0.02,
    "intermediate_size": 48,
    "max_position_embeddings": 61,
    "max_sequence_length": 61,
    "model_type": "llama",
    "num_attention_heads": 4,
    "num_hidden_layers": 2,
    "pad_token_id": -1,
    "rms_norm_eps": 1e-06,
    "tie_word_embeddings": False,
    "torch_dtype": "float16",
    "transformers_version": "4.28.0.dev0",
    "use_cache": True,
    "vocab_size": VOCAB,
}
LLAMA_2 = LLAMA_1 | {"num_key_value_heads": 4, "pretraining_tp": 1, "rope_scaling": None, "rms_norm_eps": 1e-05}
LLAMA_3 = {key: value for key, value in LLAMA_2.items() if key not in ("pad_token_id", "max_sequence_length")} | {
    "attention_bias": False,
    "attention_dropout": 0.0,
    "eos_token_id": [1, 2, 3],
    "head_dim": 8,
    "mlp_bias": False,
    "num_key_value_heads": 2,
    "rope_scaling": {
        "factor": 32.0,
        "high_freq_factor": 4.0,
        "low_freq_factor": 1.0,
        "original_max_position_embeddings": 37,
        "rope_type": "llama3",
    },
    "rope_theta": 500000.0,
    "tie_word_embeddings": True,
    "torch_dtype": "bfloat16",
}
SMOLLM2 = LLAMA_3 | {
    "is_llama_config": True,
    "rope_interleaved": False,
    "rope_scaling": None,
    "rope_theta": 100000,
    "transformers.js_config": {"kv_cache_dtype": {"q4f16": "float16", "fp16": "float16"}},
}
MISTRAL = {
    "architectures": ["MistralForCausalLM"],
    "bos_token_id": 1,
    "eos_token_id": 2,
    "hidden_act": "silu",
    "hidden_size": 32,
    "initializer_range": 0.02,
    "intermediate_size": 48,
    "max_position_embeddings": 61,
    "model_type": "mistral",
    "num_attention_heads": 4,
    "num_hidden_layers": 2,
    "num_key_value_heads": 2,
    "rms_norm_eps": 1e-05,
    "rope_theta": 10000.0,
    "sliding_window": 7,
    "tie_word_embeddings": False,
    "torch_dtype": "bfloat16",
    "transformers_version": "4.34.0.dev0",
    "use_cache": True,
    "vocab_size": VOCAB,
}
QWEN2 = {
    "architectures": ["Qwen2ForCausalLM"],
    "attention_dropout": 0.0,
    "bos_token_id": 60,
    "eos_token_id": 60,
    "hidden_act": "silu",
    "hidden_size": 32,
    "initializer_range": 0.02,
    "intermediate_size": 48,
    "max_position_embeddings": 61,
    "max_window_layers": 1,
    "model_type": "qwen2",
    "num_attention_heads": 4,
    "num_hidden_layers": 2,
    "num_key_value_heads": 2,
    "rms_norm_eps": 1e-06,
    "rope_theta": 1000000.0,
    "sliding_window": 5,
    "tie_word_embeddings": True,
    "torch_dtype": "bfloat16",
    "transformers_version": "4.40.1",
    "use_cache": True,
    "use_mrope": False,
    "use_sliding_window": False,
    "vocab_size": VOCAB,
}
QWEN3 = {key: value for key, value in QWEN2.items() if key != "use_mrope"} | {
    "architectures": ["Qwen3ForCausalLM"],
    "attention_bias": False,
    "head_dim": 16,
    "model_type": "qwen3",
    "rope_scaling": None,
    "rope_theta": 1000000,
    "sliding_window": None,
}
PHI3 = {
    "architectures": ["Phi3ForCausalLM"],
    "attention_bias": False,
    "attention_dropout": 0.0,
    "auto_map": {"AutoConfig": "configuration_phi3.Phi3Config"},
    "bos_token_id": 1,
    "embd_pdrop": 0.0,
    "eos_token_id": 60,
    "hidden_act": "silu",
    "hidden_size": 32,
    "initializer_range": 0.02,
    "intermediate_size": 48,
    "max_position_embeddings": 61,
    "model_type": "phi3",
    "num_attention_heads": 4,
    "num_hidden_layers": 2,
    "num_key_value_heads": 4,
    "original_max_position_embeddings": 61,
    "pad_token_id": 60,
    "resid_pdrop": 0.0,
    "rms_norm_eps": 1e-05,
    "rope_scaling": None,
    "rope_theta": 10000.0,
    "sliding_window": 7,
    "tie_word_embeddings": False,
    "torch_dtype": "bfloat16",
    "transformers_version": "4.40.2",
    "use_cache": True,
    "vocab_size": VOCAB,
}
GEMMA2 = {
    "architectures": ["Gemma2ForCausalLM"],
    "attention_bias": False,
    "attention_dropout": 0.0,
    "attn_logit_softcapping": 50.0,
    "bos_token_id": 2,
    "cache_implementation": "hybrid",
    "eos_token_id": [1, 7],
    "final_logit_softcapping": 30.0,
    "head_dim": 16,
    "hidden_act": "gelu_pytorch_tanh",
    "hidden_activation": "gelu_pytorch_tanh",
    "hidden_size": 32,
    "initializer_range": 0.02,
    "intermediate_size": 48,
    "max_position_embeddings": 61,
    "model_type": "gemma2",
    "num_attention_heads": 4,
    "num_hidden_layers": 2,
    "num_key_value_heads": 2,
    "pad_token_id": 0,
    "query_pre_attn_scalar": 16,
    "rms_norm_eps": 1e-06,
    "rope_theta": 10000.0,
    "sliding_window": 5,
    "torch_dtype": "float32",
    "transformers_version": "4.42.4",
    "use_cache": True,
    "vocab_size": VOCAB,
}
GEMMA3 = GEMMA2 | {
    "_sliding_window_pattern": 6,
    "architectures": ["Gemma3ForCausalLM"],
    "attn_logit_softcapping": None,
    "final_logit_softcapping": None,
    "layer_types": ["sliding_attention", "full_attention"],
    "model_type": "gemma3_text",
    "rope_local_base_freq": 10000.0,
    "rope_scaling": None,
    "rope_theta": 1000000.0,
    "use_bidirectional_attention": False,
}
# As those of 4 billion weights and more are published: what is missing is as the class has it.
GEMMA3_WITH_PICTURES = {
    "architectures": ["Gemma3ForConditionalGeneration"],
    "boi_token_index": 70,
    "eoi_token_index": 71,
    "eos_token_id": [1, 7],
    "image_token_index": 72,
    "initializer_range": 0.02,
    "mm_tokens_per_image": 4,
    "model_type": "gemma3",
    "text_config": {
        "hidden_size": 16,
        "intermediate_size": 24,
        "model_type": "gemma3_text",
        "num_hidden_layers": 2,
        "rope_scaling": {"factor": 8.0, "rope_type": "linear"},
        "sliding_window": 5,
    },
    "torch_dtype": "bfloat16",
    "transformers_version": "4.50.0.dev0",
    "vision_config": {
        "hidden_size": 12,
        "image_size": 28,
        "intermediate_size": 8,
        "model_type": "siglip_vision_model",
        "num_attention_heads": 2,
        "num_hidden_layers": 1,
        "patch_size": 14,
        "vision_use_head": False,
    },
}
BERT = {
    "_name_or_path": "nreimers/MiniLM-L6-H384-uncased",
    "architectures": ["BertForMaskedLM"],
    "attention_probs_dropout_prob": 0.1,
    "classifier_dropout": None,
    "directionality": "bidi",
    "gradient_checkpointing": False,
    "hidden_act": "gelu",
    "hidden_dropout_prob": 0.1,
    "hidden_size": 32,
    "initializer_range": 0.02,
    "intermediate_size": 48,
    "layer_norm_eps": 1e-12,
    "max_position_embeddings": 61,
    "model_type": "bert",
    "num_attention_heads": 4,
    "num_hidden_layers": 2,
    "pad_token_id": 0,
    "pooler_fc_size": 768,
    "pooler_num_attention_heads": 12,
    "pooler_num_fc_layers": 3,
    "pooler_size_per_head": 128,
    "pooler_type": "first_token_transform",
    "position_embedding_type": "absolute",
    "pruned_heads": {},
    "torchscript": False,
    "transformers_version": "4.6.0.dev0",
    "type_vocab_size": 2,
    "use_bfloat16": False,
    "use_cache": True,
    "vocab_size": VOCAB,
}
MODERNBERT = {
    "architectures": ["ModernBertForMaskedLM"],
    "attention_bias": False,
    "attention_dropout": 0.0,
    "bos_token_id": 0,
    "classifier_activation": "gelu",
    "classifier_bias": False,
    "classifier_dropout": 0.0,
    "classifier_pooling": "mean",
    "cls_token_id": 0,
    "decoder_bias": True,
    "deterministic_flash_attn": False,
    "embedding_dropout": 0.0,
    "eos_token_id": 1,
    "global_attn_every_n_layers": 3,
    "global_rope_theta": 160000.0,
    "gradient_checkpointing": False,
    "hidden_activation": "gelu",
    "hidden_size": 32,
    "initializer_cutoff_factor": 2.0,
    "initializer_range": 0.02,
    "intermediate_size": 48,
    "layer_norm_eps": 1e-05,
    "local_attention": 6,
    "local_rope_theta": 10000.0,
    "max_position_embeddings": 61,
    "mlp_bias": False,
    "mlp_dropout": 0.0,
    "model_type": "modernbert",
    "norm_bias": False,
    "norm_eps": 1e-05,
    "num_attention_heads": 4,
    "num_hidden_layers": 4,
    "pad_token_id": 2,
    "position_embedding_type": "absolute",
    "sep_token_id": 1,
    "tie_word_embeddings": True,
    "torch_dtype": "float32",
    "transformers_version": "4.47.0.dev0",
    "vocab_size": VOCAB,
}
ROBERTA = {key: value for key, value in BERT.items() if not key.startswith(("pooler", "direction"))} | {
    "architectures": ["RobertaForMaskedLM"],
    "bos_token_id": 0,
    "eos_token_id": 1,
    "layer_norm_eps": 1e-05,
    "model_type": "roberta",
    "pad_token_id": 2,
    "type_vocab_size": 1,
}
CAMEMBERT = ROBERTA | {
    "architectures": ["CamembertForMaskedLM"],
    "model_type": "camembert",
    "output_past": True,
}
DISTILBERT = {
    "activation": "gelu",
    "architectures": ["DistilBertForMaskedLM"],
    "attention_dropout": 0.1,
    "dim": 32,
    "dropout": 0.1,
    "hidden_dim": 48,
    "initializer_range": 0.02,
    "max_position_embeddings": 61,
    "model_type": "distilbert",
    "n_heads": 4,
    "n_layers": 2,
    "pad_token_id": 0,
    "qa_dropout": 0.1,
    "seq_classif_dropout": 0.2,
    "sinusoidal_pos_embds": False,
    "tie_weights_": True,
    "transformers_version": "4.10.0.dev0",
    "vocab_size": VOCAB,
}
T5 = {
    "architectures": ["T5ForConditionalGeneration"],
    "d_ff": 48,
    "d_kv": 8,
    "d_model": 32,
    "decoder_start_token_id": 0,
    "dropout_rate": 0.1,
    "eos_token_id": 1,
    "initializer_factor": 1.0,
    "is_encoder_decoder": True,
    "layer_norm_epsilon": 1e-06,
    "model_type": "t5",
    "n_positions": 61,
    "num_heads": 4,
    "num_layers": 2,
    "output_past": True,
    "pad_token_id": 0,
    "relative_attention_num_buckets": 8,
    "task_specific_params": {"summarization": {"early_stopping": True, "prefix": "summarize: "}},
    "use_cache": True,
    "vocab_size": VOCAB,
}
FLAN_T5 = T5 | {
    "classifier_dropout": 0.0,
    "dense_act_fn": "gelu_new",
    "feed_forward_proj": "gated-gelu",
    "is_gated_act": True,
    "num_decoder_layers": 2,
    "relative_attention_max_distance": 16,
    "tie_word_embeddings": False,
}
MARIAN = {
    "_num_labels": 3,
    "activation_dropout": 0.0,
    "activation_function": "swish",
    "add_bias_logits": False,
    "add_final_layer_norm": False,
    "architectures": ["MarianMTModel"],
    "attention_dropout": 0.0,
    "bad_words_ids": [[2]],
    "bos_token_id": 0,
    "classif_dropout": 0.0,
    "d_model": 32,
    "decoder_attention_heads": 4,
    "decoder_ffn_dim": 48,
    "decoder_layerdrop": 0.0,
    "decoder_layers": 2,
    "decoder_start_token_id": 2,
    "decoder_vocab_size": VOCAB,
    "dropout": 0.1,
    "encoder_attention_heads": 4,
    "encoder_ffn_dim": 48,
    "encoder_layerdrop": 0.0,
    "encoder_layers": 2,
    "eos_token_id": 1,
    "forced_eos_token_id": 0,
    "id2label": {"0": "LABEL_0", "1": "LABEL_1", "2": "LABEL_2"},
    "init_std": 0.02,
    "is_encoder_decoder": True,
    "max_length": 512,
    "max_position_embeddings": 61,
    "model_type": "marian",
    "normalize_before": False,
    "normalize_embedding": False,
    "num_beams": 4,
    "num_hidden_layers": 2,
    "pad_token_id": 2,
    "scale_embedding": True,
    "share_encoder_decoder_embeddings": True,
    "static_position_embeddings": True,
    "transformers_version": "4.22.0.dev0",
    "use_cache": True,
    "vocab_size": VOCAB,
}
RECIPES = {
    "gpt2": GPT2,
    "tiny-stories": TINY_STORIES,
    "gpt-j": GPT_J,
    "pythia": PYTHIA,
    "gpt-neox-20b": NEOX_20B,
    "llama-1": LLAMA_1,
    "llama-2": LLAMA_2,
    "llama-3": LLAMA_3,
    "smollm2": SMOLLM2,
    "mistral": MISTRAL,
    "mistral-0.2": MISTRAL | {"rope_theta": 1000000.0, "sliding_window": None},
    "qwen2": QWEN2,
    "qwen3": QWEN3,
    "phi-3": PHI3,
    "gemma2": GEMMA2,
    "gemma3": GEMMA3,
    "gemma3-with-pictures": GEMMA3_WITH_PICTURES,
    "bert": BERT,
    "modernbert": MODERNBERT,
    "roberta": ROBERTA,
    "camembert": CAMEMBERT,
    "distilbert": DISTILBERT,
    "t5": T5,
    "flan-t5": FLAN_T5,
    "marian": MARIAN,
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


def changed(home, **settings):
    path = home / "config.json"
    found = json.loads(path.read_text()) | settings
    path.write_text(json.dumps({key: value for key, value in found.items() if value is not None}))


def of_weights(home, **more):
    """Put tensors beside those of a folder."""
    save_file(load_file(home / WEIGHTS) | more, home / WEIGHTS)


def renamed(home, name, to):
    (home / name).rename(home / to)


def adapter(home):
    """Write what peft writes: no config.json, and the two matrices of each change."""
    (home / "config.json").unlink()
    renamed(home, WEIGHTS, "adapter_model.safetensors")
    (home / "adapter_config.json").write_text(json.dumps({"peft_type": "LORA", "base_model_name_or_path": "gpt2"}))


UNPUBLISHED = {
    "an adapter": ("llama-2", adapter, "holds an adapter"),
    "an adapter beside its model": (
        "llama-2",
        lambda home: (home / "adapter_config.json").write_text("{}"),
        "holds an adapter",
    ),
    "gptq": ("llama-2", lambda home: changed(home, quantization_config={"quant_method": "gptq"}), "are quantized"),
    "gptq, said nowhere": (
        "llama-2",
        lambda home: of_weights(
            home, **{"model.layers.0.self_attn.q_proj.qweight": torch.ones(2, 2, dtype=torch.int32)}
        ),
        "are quantized, as model.layers.0.self_attn.q_proj.qweight says",
    ),
    "mlx": (
        "llama-2",
        lambda home: of_weights(home, **{"model.layers.0.self_attn.q_proj.biases": torch.ones(2, 2)}),
        "are quantized, as model.layers.0.self_attn.q_proj.biases says",
    ),
    "fp8": (
        "qwen3",
        lambda home: of_weights(home, **{"model.layers.0.self_attn.q_proj.weight_scale_inv": torch.ones(2, 2)}),
        "are quantized, as model.layers.0.self_attn.q_proj.weight_scale_inv says",
    ),
    "pruned heads": ("bert", lambda home: changed(home, pruned_heads={"0": [1]}), "pruned_heads = {'0': \\[1\\]}"),
    "a kind that is not read": ("llama-2", lambda home: changed(home, model_type="phi"), "of the kind 'phi'"),
    "no kind": ("bert", lambda home: changed(home, model_type=None), "does not say model_type: add it"),
    "yarn": (
        "qwen2",
        lambda home: changed(home, rope_scaling={"type": "yarn", "factor": 4.0}),
        "rotary positions of the type yarn",
    ),
    "longrope": (
        "llama-2",
        lambda home: changed(home, rope_scaling={"type": "longrope", "short_factor": [1.0]}),
        "rotary positions of the type longrope",
    ),
    "weights of Git LFS": ("gpt2", lambda home: (home / WEIGHTS).write_text(POINTER), f"{WEIGHTS} .* run git lfs pull"),
    "tokenizer of Git LFS": (
        "gpt2",
        lambda home: (home / "tokenizer.json").write_text(POINTER),
        "tokenizer.json .* run git lfs pull",
    ),
    "weights of Flax": (
        "gpt2",
        lambda home: renamed(home, WEIGHTS, "flax_model.msgpack"),
        "has flax_model.msgpack but",
    ),
    "weights of llama.cpp": (
        "llama-2",
        lambda home: renamed(home, WEIGHTS, "llama.Q4_0.gguf"),
        "has llama.Q4_0.gguf but",
    ),
    "weights of Meta": ("llama-3", lambda home: renamed(home, WEIGHTS, "consolidated.safetensors"), "has consolidated"),
    "the folder above": (
        "gpt2",
        lambda home: ((home / "checkpoint-500").mkdir(), renamed(home, "config.json", "checkpoint-500/config.json")),
        "has no config.json: open its folder checkpoint-500",
    ),
    "layers that are not there": ("gpt2", lambda home: changed(home, n_layer=3), "or config.json is of another model"),
    "words alone": (
        "bert",
        lambda home: renamed(home, "tokenizer.json", "vocab.txt"),
        "has no tokenizer.json: make one with transformers.AutoTokenizer",
    ),
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
        changed(home, **said)
        with pytest.raises(FolderError, match="has no decoder"):
            open_translator(home)
