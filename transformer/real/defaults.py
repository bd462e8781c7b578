"""Defaults of each family where its config.json says nothing: those of the transformers library, key by key."""

from typing import Any

_LLAMA: dict[str, Any] = {
    "num_key_value_heads": None,
    "head_dim": None,
    "hidden_act": "silu",
    "max_position_embeddings": 2048,
    "rms_norm_eps": 1e-6,
    "tie_word_embeddings": False,
    "attention_bias": False,
    "mlp_bias": False,
}
_QWEN2: dict[str, Any] = {
    "num_key_value_heads": 32,
    "head_dim": None,
    "hidden_act": "silu",
    "max_position_embeddings": 32_768,
    "rms_norm_eps": 1e-6,
    "tie_word_embeddings": False,
    "use_sliding_window": False,
    "sliding_window": 4096,
    "max_window_layers": 28,
    "layer_types": None,
}
_GEMMA2: dict[str, Any] = {
    "num_key_value_heads": 4,
    "head_dim": 256,
    "hidden_activation": "gelu_pytorch_tanh",
    "max_position_embeddings": 8192,
    "rms_norm_eps": 1e-6,
    "tie_word_embeddings": True,
    "attention_bias": False,
    "query_pre_attn_scalar": 256,
    "sliding_window": 4096,
    "layer_types": None,
    "attn_logit_softcapping": 50.0,
    "final_logit_softcapping": 30.0,
}
_BERT: dict[str, Any] = {
    "hidden_act": "gelu",
    "max_position_embeddings": 512,
    "type_vocab_size": 2,
    "layer_norm_eps": 1e-12,
    "pad_token_id": 0,
    "tie_word_embeddings": True,
}

# Sizes that follow from no other are not among them: a config.json must say those. What is neither here nor asked for
# by its name is not read, as the library does not.
DEFAULTS: dict[str, dict[str, Any]] = {
    "llama": _LLAMA,
    "mistral": {
        "num_key_value_heads": 8,
        "head_dim": None,
        "hidden_act": "silu",
        "max_position_embeddings": 131_072,
        "rms_norm_eps": 1e-6,
        "tie_word_embeddings": False,
        "sliding_window": 4096,
    },
    "qwen2": _QWEN2,
    "qwen3": _QWEN2 | {"head_dim": 128, "attention_bias": False},
    "phi3": {
        "num_key_value_heads": None,
        "hidden_act": "silu",
        "max_position_embeddings": 4096,
        "rms_norm_eps": 1e-5,
        "tie_word_embeddings": False,
        "sliding_window": None,
    },
    "olmo2": {key: value for key, value in _LLAMA.items() if key not in ("head_dim", "mlp_bias")}
    | {"rms_norm_eps": 1e-5},
    "gemma": {
        "num_key_value_heads": 16,
        "head_dim": 256,
        "hidden_act": "gelu_pytorch_tanh",
        "max_position_embeddings": 8192,
        "rms_norm_eps": 1e-6,
        "tie_word_embeddings": True,
        "attention_bias": False,
    },
    "gemma2": _GEMMA2,
    # Its class has a cap of the scores too, which no layer of the library reads: Gemma 3 norms its heads instead.
    "gemma3_text": {key: value for key, value in _GEMMA2.items() if key != "attn_logit_softcapping"}
    | {"vocab_size": 262_208, "num_attention_heads": 8}  # the files of those that read pictures leave these out
    | {"max_position_embeddings": 131_072, "final_logit_softcapping": None, "sliding_window_pattern": 6},
    "gpt2": {
        "n_positions": 1024,
        "n_inner": None,
        "activation_function": "gelu_new",
        "layer_norm_epsilon": 1e-5,
        "tie_word_embeddings": True,
    },
    "gpt_neo": {
        "max_position_embeddings": 2048,
        "intermediate_size": None,
        "attention_types": None,
        "window_size": 256,
        "activation_function": "gelu_new",
        "layer_norm_epsilon": 1e-5,
        "tie_word_embeddings": True,
    },
    "gptj": {
        "n_positions": 2048,
        "n_inner": None,
        "rotary_dim": 64,
        "activation_function": "gelu_new",
        "layer_norm_epsilon": 1e-5,
        "tie_word_embeddings": False,
    },
    "gpt_neox": {
        "hidden_act": "gelu",
        "max_position_embeddings": 2048,
        "layer_norm_eps": 1e-5,
        "tie_word_embeddings": False,
        "use_parallel_residual": True,
        "attention_bias": True,
        "rotary_pct": 0.25,
        "rotary_emb_base": 10_000.0,
    },
    "bert": _BERT,
    "roberta": _BERT | {"pad_token_id": 1},
    "xlm-roberta": _BERT | {"pad_token_id": 1},
    "camembert": _BERT | {"pad_token_id": 1},
    "distilbert": {"max_position_embeddings": 512, "activation": "gelu", "tie_word_embeddings": True},
    "t5": {
        "num_decoder_layers": None,
        "relative_attention_num_buckets": 32,
        "relative_attention_max_distance": 128,
        "layer_norm_epsilon": 1e-6,
        "feed_forward_proj": "relu",
        "dense_act_fn": None,
        "is_gated_act": None,
        "tie_word_embeddings": True,
        "n_positions": 512,  # older config.json say so; no number depends on it
    },
    "marian": {
        "max_position_embeddings": 1024,
        "activation_function": "gelu",
        "scale_embedding": False,
    },
}

# Second names of sizes: a config.json that has one means the first, whatever that says itself.
SECOND_NAMES: dict[str, dict[str, str]] = {
    "gpt2": {
        "hidden_size": "n_embd",
        "max_position_embeddings": "n_positions",
        "num_attention_heads": "n_head",
        "num_hidden_layers": "n_layer",
    },
    "gpt_neo": {"num_attention_heads": "num_heads", "num_hidden_layers": "num_layers"},
    "gptj": {
        "hidden_size": "n_embd",
        "max_position_embeddings": "n_positions",
        "num_attention_heads": "n_head",
        "num_hidden_layers": "n_layer",
    },
    "distilbert": {"hidden_size": "dim", "num_attention_heads": "n_heads", "num_hidden_layers": "n_layers"},
    "t5": {
        "hidden_size": "d_model",
        "num_attention_heads": "num_heads",
        "num_hidden_layers": "num_layers",
        "head_dim": "d_kv",
    },
    "marian": {
        "hidden_size": "d_model",
        "num_attention_heads": "encoder_attention_heads",
        "num_hidden_layers": "encoder_layers",
    },
}
