"""Families of decoders: how the config.json of each makes a Plan, and what it calls its weights."""

from typing import Any

from transformer.plan import Plan
from transformer.real import rotary
from transformer.real.family import ATTENTION, FEED_FORWARD, WINDOW, activation, layer_types, multi_head, sizes
from transformer.real.settings import Settings

# ---- Llama and what came of it: Mistral, Qwen 2 and 3, Phi-3, OLMo 2, Gemma 1 to 3 -


def llama(settings: Settings) -> Plan:
    """Touvron et al. 2023 and its heirs: RMSNorm before, rotary positions, a gated FFN, shared key heads.

    Phi-3 (Abdin et al. 2024) keeps matrices joined; OLMo 2 (Walsh et al. 2024) normalizes what its sublayers add.
    """
    settings.refuse("use_bidirectional_attention", (False,))
    config = sizes(settings)
    kind = settings["model_type"]
    gemma, around = kind.startswith("gemma"), kind in ("gemma2", "gemma3_text")
    meant = kind == "gemma" and settings.get("hidden_act") == "gelu"  # its first files say so of an approximation
    layers = layer_types(settings, kind, config["n_layers"])
    if "head_dim" not in settings.defaults:  # though its class has none, the library takes what is written
        settings.refuse("head_dim", (config["d_head"],))
    biased = frozenset({"query", "key", "value"}) if kind == "qwen2" else frozenset()
    if settings.get("attention_bias") is not None and settings.flag("attention_bias"):
        biased |= ATTENTION
    if settings.get("mlp_bias") is not None and settings.flag("mlp_bias"):
        biased |= FEED_FORWARD | {"mlp_gate"}
    window = settings.size("sliding_window") if WINDOW in layers else None
    turns = {"gemma3_text": rotary.of_gemma3, "phi3": rotary.of_phi3}.get(kind, rotary.of_layers)
    return Plan(
        **config,
        positions="rotary",
        tied=settings.flag("tie_word_embeddings"),
        n_kv_heads=settings.size("num_key_value_heads", config["n_heads"]),
        factor=(settings.number("query_pre_attn_scalar") if around else config["d_head"]) ** -0.5,
        sliding_windows=tuple(window if layer_type == WINDOW else None for layer_type in layers),
        rotary_frequencies=turns(config["d_head"], layers, settings),
        softcap=settings.number_or_none("attn_logit_softcapping"),
        head_norms="each" if kind in ("qwen3", "gemma3_text") else "all" if kind == "olmo2" else "none",
        norm="rms",
        norm_position="around" if around else "added" if kind == "olmo2" else "before",
        epsilon=settings.number("rms_norm_eps"),
        gated=True,
        activation="gelu_new" if meant else activation(settings, "hidden_activation" if around else "hidden_act"),
        biased=biased,
        embedding_scale=config["d_model"] ** 0.5 if gemma else 1.0,
        logit_softcap=settings.number_or_none("final_logit_softcapping"),
    )


LLAMA = {
    "embed_tokens": "embedding",
    "layers.{}.input_layernorm": "attention_norm",
    "layers.{}.self_attn.q_proj": "attention.query",
    "layers.{}.self_attn.k_proj": "attention.key",
    "layers.{}.self_attn.v_proj": "attention.value",
    "layers.{}.self_attn.o_proj": "attention.output",
    "layers.{}.self_attn.q_norm": "attention.query_norm",
    "layers.{}.self_attn.k_norm": "attention.key_norm",
    "layers.{}.post_attention_layernorm": "mlp_norm",
    "layers.{}.mlp.gate_proj": "mlp_gate",
    "layers.{}.mlp.up_proj": "mlp_in",
    "layers.{}.mlp.down_proj": "mlp_out",
    "norm": "final_norm",
    "lm_head": "unembedding",
}
PHI3 = LLAMA | {
    "layers.{}.self_attn.qkv_proj": "attention.query+key+value",
    "layers.{}.mlp.gate_up_proj": "mlp_gate+mlp_in",
}
OLMO2 = LLAMA | {
    "layers.{}.post_attention_layernorm": "attended_norm",
    "layers.{}.post_feedforward_layernorm": "added_norm",
}
GEMMA = LLAMA | {
    "layers.{}.post_attention_layernorm": "attended_norm",
    "layers.{}.pre_feedforward_layernorm": "mlp_norm",
    "layers.{}.post_feedforward_layernorm": "added_norm",
}


# ---- GPT-2, GPT-Neo, GPT-J and GPT-NeoX --------------------------------------------


def _gpt_sizes(settings: Settings) -> dict[str, Any]:
    """The sizes by the names of GPT-2 and GPT-J, whose FFN is four times as wide as the model unless they say more."""
    config = sizes(settings, layers="n_layer", heads="n_head", width="n_embd", mlp="n_embd", longest="n_positions")
    return config | {"d_mlp": settings.size("n_inner", 4 * config["d_model"])}


def gpt2(settings: Settings) -> Plan:
    """Radford et al. 2019: LayerNorm before, learned positions."""
    settings.refuse("scale_attn_weights", (True,))
    settings.refuse("scale_attn_by_inverse_layer_idx", (False,))
    settings.refuse("add_cross_attention", (False,))
    return Plan(
        **multi_head(settings, _gpt_sizes(settings)),
        positions="learned",
        epsilon=settings.number("layer_norm_epsilon"),
        activation=activation(settings, "activation_function"),
        biased=ATTENTION | FEED_FORWARD,
    )


GPT2 = {
    "wte": "embedding",
    "wpe": "position_embedding",
    "h.{}.ln_1": "attention_norm",
    "h.{}.attn.c_attn": "attention.query+key+value",
    "h.{}.attn.c_proj": "attention.output",
    "h.{}.ln_2": "mlp_norm",
    "h.{}.mlp.c_fc": "mlp_in",
    "h.{}.mlp.c_proj": "mlp_out",
    "ln_f": "final_norm",
    "lm_head": "unembedding",
}


def gpt_neo(settings: Settings) -> Plan:
    """Black et al. 2021, and TinyStories: as GPT-2, without a factor of the scores; some layers look at a window."""
    config = sizes(settings, layers="num_layers", heads="num_heads", mlp="hidden_size")
    kinds = _attention_types(settings, config["n_layers"])
    window = settings.size("window_size")
    return Plan(
        **config | {"d_mlp": settings.size("intermediate_size", 4 * config["d_model"])},
        positions="learned",
        tied=settings.flag("tie_word_embeddings"),
        n_kv_heads=config["n_heads"],
        factor=1.0,
        sliding_windows=tuple(window if kind == "local" else None for kind in kinds),
        epsilon=settings.number("layer_norm_epsilon"),
        activation=activation(settings, "activation_function"),
        biased=FEED_FORWARD | {"output"},
    )


def _attention_types(settings: Settings, n_layers: int) -> list[str]:
    """Whether each layer is global or local: [[["global", "local"], 6]] are six times these two."""
    given = settings.get("attention_types")
    types: Any = [[["global", "local"], 12]] if given is None else given
    try:
        kinds = [kind for names, times in types for kind in names * min(times, n_layers + 1)]
    except (TypeError, ValueError) as error:
        raise settings.damaged("attention_types should be a list of names and how often they come") from error
    settings.refuse("attention_layers", (kinds,))
    if len(kinds) != n_layers:
        raise settings.damaged(f"attention_types names {len(kinds)} of {n_layers} layers")
    if other := [kind for kind in kinds if kind not in ("global", "local")]:
        raise settings.unsupported(f"layers of the type {other[0]}")
    return kinds


GPT_NEO = GPT2 | {
    "h.{}.attn.attention.q_proj": "attention.query",
    "h.{}.attn.attention.k_proj": "attention.key",
    "h.{}.attn.attention.v_proj": "attention.value",
    "h.{}.attn.attention.out_proj": "attention.output",
}


def gpt_j(settings: Settings) -> Plan:
    """Wang and Komatsuzaki 2021: attention and FFN side by side after one norm, a part of each head turned."""
    config = _gpt_sizes(settings)
    return Plan(
        **multi_head(settings, config),
        positions="rotary",
        rotary_frequencies=rotary.of_gpt_j(config["d_head"], config["n_layers"], settings),
        rotary_in_turn=True,
        epsilon=settings.number("layer_norm_epsilon"),
        parallel=True,
        activation=activation(settings, "activation_function"),
        biased=FEED_FORWARD | {"unembedding"},
    )


GPT_J = {
    "wte": "embedding",
    "h.{}.ln_1": "attention_norm+mlp_norm",
    "h.{}.attn.q_proj": "attention.query",
    "h.{}.attn.k_proj": "attention.key",
    "h.{}.attn.v_proj": "attention.value",
    "h.{}.attn.out_proj": "attention.output",
    "h.{}.mlp.fc_in": "mlp_in",
    "h.{}.mlp.fc_out": "mlp_out",
    "ln_f": "final_norm",
    "lm_head": "unembedding",
}


def gpt_neox(settings: Settings) -> Plan:
    """Black et al. 2022, and Pythia: attention and FFN side by side, a part of each head turned by its place."""
    config = sizes(settings)
    settings.refuse("head_dim", (config["d_head"],))
    return Plan(
        **multi_head(settings, config),
        positions="rotary",
        rotary_frequencies=rotary.of_neox(config["d_head"], config["n_layers"], settings),
        epsilon=settings.number("layer_norm_eps"),
        parallel=settings.flag("use_parallel_residual"),
        activation=activation(settings, "hidden_act"),
        biased=FEED_FORWARD | (ATTENTION if settings.flag("attention_bias") else frozenset()),
    )


NEOX = {
    "embed_in": "embedding",
    "layers.{}.input_layernorm": "attention_norm",
    "layers.{}.attention.query_key_value": "attention.query+key+value",
    "layers.{}.attention.dense": "attention.output",
    "layers.{}.post_attention_layernorm": "mlp_norm",
    "layers.{}.mlp.dense_h_to_4h": "mlp_in",
    "layers.{}.mlp.dense_4h_to_h": "mlp_out",
    "final_layer_norm": "final_norm",
    "embed_out": "unembedding",
    "lm_head": "unembedding",
}
