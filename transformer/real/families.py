"""The families that can be read: for each how its config.json makes a Plan, and what it calls its weights."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from torch import Tensor

from transformer.plan import Plan
from transformer.real import rotary
from transformer.real.block import ACTIVATIONS
from transformer.real.errors import FolderError
from transformer.real.settings import MOST_LAYERS, Settings

ATTENTION = frozenset({"query", "key", "value", "output"})
FEED_FORWARD = frozenset({"mlp_in", "mlp_out"})


@dataclass(frozen=True)
class Family:
    """How one family writes its models down.

    `names` leads from its name of a matrix or norm, with {} for the number of the layer, to ours; where it keeps
    several in one, such as queries, keys and values, ours are joined by +, and `splits` has what cuts them apart. A
    `prefix` may stand before each name, or not.
    """

    plan: Callable[[Settings], Plan]
    names: dict[str, str]
    prefix: str = ""
    splits: Mapping[str, Callable[[Tensor, Plan], tuple[Tensor, ...]]] = field(default_factory=dict)
    transposed: frozenset[str] = frozenset()  # names whose matrices are stored as [in, out]
    norms_less_one: bool = False  # the weights of norms are stored less 1


def side_by_side(joined: Tensor, plan: Plan) -> tuple[Tensor, ...]:
    """All queries, then all keys, then all values (GPT-2, Phi-3)."""
    of_keys = plan.n_kv_heads * plan.d_head
    return joined.split((plan.n_heads * plan.d_head, of_keys, of_keys))


def head_by_head(joined: Tensor, plan: Plan) -> tuple[Tensor, ...]:
    """For each head its queries, keys and values (GPT-NeoX)."""
    return tuple(part.flatten(0, 1) for part in joined.unflatten(0, (plan.n_heads, 3, plan.d_head)).unbind(1))


def halves(joined: Tensor, plan: Plan) -> tuple[Tensor, ...]:
    """First the rows of the gate, then of what it multiplies (Phi-3)."""
    return joined.chunk(2)


def twice(shared: Tensor, plan: Plan) -> tuple[Tensor, ...]:
    """One norm for attention and the FFN (GPT-J)."""
    return shared, shared


_QKV = "query+key+value"


def activation(settings: Settings, key: str) -> str:
    """The nonlinearity of the FFN."""
    return known_activation(settings, settings.get(key))


# Further names that the library has for the same function.
_SAME = dict.fromkeys(("gelu_fast", "gelu_accurate", "gelu_python_tanh"), "gelu_new") | {"gelu_python": "gelu"}


def known_activation(settings: Settings, name: object) -> str:
    """The name of a nonlinearity that is computed here.

    Raises:
        FolderError: if it is none.
    """
    known = _SAME.get(name, name) if isinstance(name, str) else None
    if known not in ACTIVATIONS:
        raise settings.unsupported(f"the activation {name!r}")
    return known


def sizes(
    settings: Settings,
    *,
    layers: str = "num_hidden_layers",
    heads: str = "num_attention_heads",
    width: str = "hidden_size",
    mlp: str = "intermediate_size",
    longest: str = "max_position_embeddings",
) -> dict[str, Any]:
    """The sizes of a Config, from the names that a family gives them; d_head fills d_model unless it is set apart."""
    d_model, n_heads = settings.width(width), settings.size(heads)
    apart = "head_dim" in settings.defaults  # whether this family can set it apart
    if not (apart and settings.get("head_dim")) and d_model % n_heads:
        raise settings.unsupported(f"{n_heads} heads, which do not fill {d_model} dimensions equally")
    return {
        "vocab_size": settings.width("vocab_size"),
        "n_layers": settings.size(layers, most=MOST_LAYERS),
        "n_heads": n_heads,
        "d_model": d_model,
        "d_head": settings.width("head_dim", d_model // n_heads or 1) if apart else d_model // n_heads,
        "d_mlp": settings.width(mlp),
        "max_tokens": settings.size(longest),
    }


# ---- Llama and what came of it: Mistral, Qwen 2 and 3, Phi-3, OLMo 2, Gemma 1 to 3 -


def llama(settings: Settings) -> Plan:
    """Touvron et al. 2023 and its heirs: RMSNorm before, rotary positions, a gated FFN, shared key heads.

    Phi-3 (Abdin et al. 2024) keeps matrices joined; OLMo 2 (Walsh et al. 2024) normalizes what its sublayers add.
    """
    settings.refuse("use_bidirectional_attention", (False,))
    found = sizes(settings)
    kind = settings["model_type"]
    gemma, around = kind.startswith("gemma"), kind in ("gemma2", "gemma3_text")
    meant = kind == "gemma" and settings.get("hidden_act") == "gelu"  # its first files say so of an approximation
    layer_types = _layer_types(settings, kind, found["n_layers"])
    if "head_dim" not in settings.defaults:  # though its class has none, the library takes what is written
        settings.refuse("head_dim", (found["d_head"],))
    biased = frozenset({"query", "key", "value"}) if kind == "qwen2" else frozenset()
    if settings.get("attention_bias") is not None and settings.flag("attention_bias"):
        biased |= ATTENTION
    if settings.get("mlp_bias") is not None and settings.flag("mlp_bias"):
        biased |= FEED_FORWARD | {"mlp_gate"}
    window = settings.size("sliding_window") if _WINDOW in layer_types else None
    turns = {"gemma3_text": rotary.of_gemma3, "phi3": rotary.of_phi3}.get(kind, rotary.of_layers)
    return Plan(
        **found,
        positions="rotary",
        tied=settings.flag("tie_word_embeddings"),
        n_kv_heads=settings.size("num_key_value_heads", found["n_heads"]),
        factor=(settings.number("query_pre_attn_scalar") if around else found["d_head"]) ** -0.5,
        sliding_windows=tuple(window if each == _WINDOW else None for each in layer_types),
        rotary_frequencies=turns(found["d_head"], layer_types, settings),
        softcap=settings.number_or_none("attn_logit_softcapping"),
        head_norms="each" if kind in ("qwen3", "gemma3_text") else "all" if kind == "olmo2" else "none",
        norm="rms",
        norm_position="around" if around else "added" if kind == "olmo2" else "before",
        epsilon=settings.number("rms_norm_eps"),
        gated=True,
        activation="gelu_new" if meant else activation(settings, "hidden_activation" if around else "hidden_act"),
        biased=biased,
        embedding_scale=found["d_model"] ** 0.5 if gemma else 1.0,
        logit_softcap=settings.number_or_none("final_logit_softcapping"),
    )


_FULL, _WINDOW = "full_attention", "sliding_attention"


def _layer_types(settings: Settings, kind: str, n_layers: int) -> tuple[str, ...]:
    """Whether each layer looks at all tokens before, or at a window of them; older config.json leave it to the kind."""
    written = settings.found.get("layer_types")
    if not (written is None or (isinstance(written, list) and all(isinstance(each, str) for each in written))):
        raise settings.damaged("layer_types should be a list of names")
    windowed = settings.get("sliding_window") is not None
    if kind.startswith("qwen"):
        windowed = windowed and settings.flag("use_sliding_window")
    if other := set(written or ()) - {_FULL, _WINDOW}:
        raise settings.unsupported(f"layers of the type {sorted(other)[0]}")
    if written is not None and len(written) != n_layers:
        raise settings.damaged(f"layer_types names {len(written)} of {n_layers} layers")
    if written is None or "layer_types" not in settings.defaults:
        left = _left_to_the_kind(settings, kind, n_layers) if windowed else (_FULL,) * n_layers
        if written is not None and tuple(written) != left:
            raise settings.unsupported("layer_types, which its kind does not have")
        return left
    if _WINDOW in written and not windowed:
        raise settings.unsupported("layers that look at a window, and for no window")
    return tuple(written)


def _left_to_the_kind(settings: Settings, kind: str, n_layers: int) -> tuple[str, ...]:
    """Which layers look at a window where config.json has a window and does not list them."""
    match kind:
        case "mistral" | "phi3":
            return (_WINDOW,) * n_layers
        case "gemma2":
            return tuple(_FULL if layer % 2 else _WINDOW for layer in range(n_layers))
        case "gemma3_text":
            every = settings.size("sliding_window_pattern")
            return tuple(_WINDOW if (layer + 1) % every else _FULL for layer in range(n_layers))
    first = settings.size("max_window_layers", least=0)
    return tuple(_WINDOW if layer >= first else _FULL for layer in range(n_layers))


_LLAMA = {
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
_PHI3 = _LLAMA | {
    "layers.{}.self_attn.qkv_proj": "attention.query+key+value",
    "layers.{}.mlp.gate_up_proj": "mlp_gate+mlp_in",
}
_OLMO2 = _LLAMA | {
    "layers.{}.post_attention_layernorm": "attended_norm",
    "layers.{}.post_feedforward_layernorm": "added_norm",
}
_GEMMA = _LLAMA | {
    "layers.{}.post_attention_layernorm": "attended_norm",
    "layers.{}.pre_feedforward_layernorm": "mlp_norm",
    "layers.{}.post_feedforward_layernorm": "added_norm",
}


# ---- GPT-2, GPT-Neo, GPT-J and GPT-NeoX --------------------------------------------


def gpt2(settings: Settings) -> Plan:
    """Radford et al. 2019: LayerNorm before, learned positions."""
    settings.refuse("scale_attn_weights", (True,))
    settings.refuse("scale_attn_by_inverse_layer_idx", (False,))
    settings.refuse("add_cross_attention", (False,))
    width = settings.width("n_embd")
    found = sizes(settings, layers="n_layer", heads="n_head", width="n_embd", mlp="n_embd", longest="n_positions")
    return Plan(
        **found | {"d_mlp": settings.size("n_inner", 4 * width)},
        positions="learned",
        tied=settings.flag("tie_word_embeddings"),
        n_kv_heads=found["n_heads"],
        factor=found["d_head"] ** -0.5,
        epsilon=settings.number("layer_norm_epsilon"),
        activation=activation(settings, "activation_function"),
        biased=ATTENTION | FEED_FORWARD,
    )


_GPT2 = {
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
    found = sizes(settings, layers="num_layers", heads="num_heads", mlp="hidden_size")
    kinds = _attention_types(settings, found["n_layers"])
    window = settings.size("window_size")
    return Plan(
        **found | {"d_mlp": settings.size("intermediate_size", 4 * found["d_model"])},
        positions="learned",
        tied=settings.flag("tie_word_embeddings"),
        n_kv_heads=found["n_heads"],
        factor=1.0,
        sliding_windows=tuple(window if kind == "local" else None for kind in kinds),
        epsilon=settings.number("layer_norm_epsilon"),
        activation=activation(settings, "activation_function"),
        biased=FEED_FORWARD | {"output"},
    )


def _attention_types(settings: Settings, n_layers: int) -> list[str]:
    """Whether each layer is global or local: [[["global", "local"], 6]] are six times these two."""
    written = settings.get("attention_types")
    written = [[["global", "local"], 12]] if written is None else written
    try:
        kinds = [kind for names, times in written for kind in names * min(times, n_layers + 1)]
    except (TypeError, ValueError) as error:
        raise settings.damaged("attention_types should be a list of names and how often they come") from error
    settings.refuse("attention_layers", (kinds,))
    if len(kinds) != n_layers:
        raise settings.damaged(f"attention_types names {len(kinds)} of {n_layers} layers")
    if other := [kind for kind in kinds if kind not in ("global", "local")]:
        raise settings.unsupported(f"layers of the type {other[0]}")
    return kinds


_GPT_NEO = _GPT2 | {
    "h.{}.attn.attention.q_proj": "attention.query",
    "h.{}.attn.attention.k_proj": "attention.key",
    "h.{}.attn.attention.v_proj": "attention.value",
    "h.{}.attn.attention.out_proj": "attention.output",
}


def gpt_j(settings: Settings) -> Plan:
    """Wang and Komatsuzaki 2021: attention and FFN side by side after one norm, a part of each head turned."""
    width = settings.width("n_embd")
    found = sizes(settings, layers="n_layer", heads="n_head", width="n_embd", mlp="n_embd", longest="n_positions")
    return Plan(
        **found | {"d_mlp": settings.size("n_inner", 4 * width)},
        positions="rotary",
        tied=settings.flag("tie_word_embeddings"),
        n_kv_heads=found["n_heads"],
        factor=found["d_head"] ** -0.5,
        rotary_frequencies=rotary.of_gpt_j(found["d_head"], found["n_layers"], settings),
        rotary_in_turn=True,
        epsilon=settings.number("layer_norm_epsilon"),
        parallel=True,
        activation=activation(settings, "activation_function"),
        biased=FEED_FORWARD | {"unembedding"},
    )


_GPT_J = {
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
    found = sizes(settings)
    settings.refuse("head_dim", (found["d_head"],))
    return Plan(
        **found,
        positions="rotary",
        tied=settings.flag("tie_word_embeddings"),
        n_kv_heads=found["n_heads"],
        factor=found["d_head"] ** -0.5,
        rotary_frequencies=rotary.of_neox(found["d_head"], found["n_layers"], settings),
        epsilon=settings.number("layer_norm_eps"),
        parallel=settings.flag("use_parallel_residual"),
        activation=activation(settings, "hidden_act"),
        biased=FEED_FORWARD | (ATTENTION if settings.flag("attention_bias") else frozenset()),
    )


_NEOX = {
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


# ---- BERT, RoBERTa, DistilBERT -----------------------------------------------------


def bert(settings: Settings) -> Plan:
    """Devlin et al. 2019, and Liu et al. 2019 with its heirs (Conneau et al. 2020, Martin et al. 2020): an encoder."""
    settings.refuse("position_embedding_type", ("absolute",))
    settings.refuse("is_decoder", (False,))
    settings.refuse("add_cross_attention", (False,))
    if roberta := settings["model_type"] in ("roberta", "xlm-roberta", "camembert"):
        settings.refuse("hidden_act", ("gelu",))  # its head has a gelu of its own
    found = sizes(settings)
    first = settings.size("pad_token_id", least=0) + 1 if roberta else 0
    return _encoder(
        settings,
        found | {"max_tokens": found["max_tokens"] - first},
        epsilon=settings.number("layer_norm_eps"),
        activation=activation(settings, "hidden_act"),
        segments=settings.size("type_vocab_size"),
        first_place=first,
    )


def distilbert(settings: Settings) -> Plan:
    """Sanh et al. 2019: half of BERT's layers, and no segments."""
    found = sizes(
        settings, layers="n_layers", heads="n_heads", width="dim", mlp="hidden_dim", longest="max_position_embeddings"
    )
    return _encoder(settings, found, epsilon=1e-12, activation=activation(settings, "activation"))


def _encoder(settings: Settings, found: dict[str, Any], **choices: Any) -> Plan:
    return Plan(
        **found,
        positions="learned",
        tied=settings.flag("tie_word_embeddings"),
        n_kv_heads=found["n_heads"],
        factor=found["d_head"] ** -0.5,
        causal=False,
        norm_position="after",
        biased=ATTENTION | FEED_FORWARD | {"unembedding"},
        embedding_norm=True,
        final_norm=False,
        predicts="masked",
        **choices,
    )


_BERT = {
    "embeddings.word_embeddings": "embedding",
    "embeddings.position_embeddings": "position_embedding",
    "embeddings.token_type_embeddings": "segment_embedding",
    "embeddings.LayerNorm": "embedding_norm",
    "encoder.layer.{}.attention.self.query": "attention.query",
    "encoder.layer.{}.attention.self.key": "attention.key",
    "encoder.layer.{}.attention.self.value": "attention.value",
    "encoder.layer.{}.attention.output.dense": "attention.output",
    "encoder.layer.{}.attention.output.LayerNorm": "attention_norm",
    "encoder.layer.{}.intermediate.dense": "mlp_in",
    "encoder.layer.{}.output.dense": "mlp_out",
    "encoder.layer.{}.output.LayerNorm": "mlp_norm",
    "cls.predictions.transform.dense": "head_dense",
    "cls.predictions.transform.LayerNorm": "head_norm",
    "cls.predictions.decoder": "unembedding",
    "cls.predictions": "unembedding",
    "lm_head.dense": "head_dense",
    "lm_head.layer_norm": "head_norm",
    "lm_head.decoder": "unembedding",
    "lm_head": "unembedding",
}
_DISTILBERT = {
    "embeddings.word_embeddings": "embedding",
    "embeddings.position_embeddings": "position_embedding",
    "embeddings.LayerNorm": "embedding_norm",
    "transformer.layer.{}.attention.q_lin": "attention.query",
    "transformer.layer.{}.attention.k_lin": "attention.key",
    "transformer.layer.{}.attention.v_lin": "attention.value",
    "transformer.layer.{}.attention.out_lin": "attention.output",
    "transformer.layer.{}.sa_layer_norm": "attention_norm",
    "transformer.layer.{}.ffn.lin1": "mlp_in",
    "transformer.layer.{}.ffn.lin2": "mlp_out",
    "transformer.layer.{}.output_layer_norm": "mlp_norm",
    "vocab_transform": "head_dense",
    "vocab_layer_norm": "head_norm",
    "vocab_projector": "unembedding",
}

_OF_LLAMA = Family(llama, _LLAMA, "model.")
_OF_GEMMA = Family(llama, _GEMMA, "model.", norms_less_one=True)
FAMILIES = {
    "llama": _OF_LLAMA,
    "mistral": _OF_LLAMA,
    "qwen2": _OF_LLAMA,
    "qwen3": _OF_LLAMA,
    "phi3": Family(llama, _PHI3, "model.", {_QKV: side_by_side, "mlp_gate+mlp_in": halves}),
    "olmo2": Family(llama, _OLMO2, "model."),
    "gemma": Family(llama, _LLAMA, "model.", norms_less_one=True),
    "gemma2": _OF_GEMMA,
    "gemma3_text": _OF_GEMMA,
    "gpt2": Family(
        gpt2,
        _GPT2,
        "transformer.",
        {_QKV: side_by_side},
        transposed=frozenset({"h.{}.attn.c_attn", "h.{}.attn.c_proj", "h.{}.mlp.c_fc", "h.{}.mlp.c_proj"}),
    ),
    "gpt_neo": Family(gpt_neo, _GPT_NEO, "transformer."),
    "gptj": Family(gpt_j, _GPT_J, "transformer.", {"attention_norm+mlp_norm": twice}),
    "gpt_neox": Family(gpt_neox, _NEOX, "gpt_neox.", {_QKV: head_by_head}),
    "bert": Family(bert, _BERT, "bert."),
    "roberta": Family(bert, _BERT, "roberta."),
    "xlm-roberta": Family(bert, _BERT, "roberta."),
    "camembert": Family(bert, _BERT, "roberta."),
    "distilbert": Family(distilbert, _DISTILBERT, "distilbert."),
}


def quantized(name: str, why: str) -> FolderError:
    """The error for weights that are stored as whole numbers and scales."""
    return FolderError(f"The weights of {name} are quantized, {why}: open the model that they were made from.")


def family_of(settings: Settings) -> Family:
    """The family of a model.

    Raises:
        FolderError: if it is none of those that can be read.
    """
    kind = settings["model_type"]
    if kind in ("t5", "marian"):
        raise FolderError(f"The folder {settings.name} holds an encoder and a decoder: open it with open_translator.")
    if not isinstance(kind, str) or kind not in FAMILIES:
        raise FolderError(
            f"The folder {settings.name} holds a model of the kind {kind!r}, which is not supported here. "
            f"Supported are {', '.join(FAMILIES)}."
        )
    refuse_variants(settings)
    return FAMILIES[kind]


def refuse_variants(settings: Settings) -> None:
    """Raise a FolderError where any family would compute something that is not done here."""
    if settings.found.get("quantization_config") is not None:
        raise quantized(settings.name, "as its quantization_config says")
    settings.refuse("pruned_heads", ({},))
    settings.refuse("per_layer_config", ())
    settings.refuse("is_causal", ())
