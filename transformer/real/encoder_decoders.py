"""The families of an encoder and a decoder: for each side how config.json makes its Plan, and its names of weights."""

from collections.abc import Callable
from functools import partial
from typing import Literal

from torch import Tensor

from transformer.plan import Plan
from transformer.real.family import ATTENTION, FEED_FORWARD, Family, activation, known_activation
from transformer.real.settings import MOST_LAYERS, Settings

Side = Literal["encoder", "decoder"]
# A name of T5 or Marian for a weight of its own kind: ours for the same, which the tables below can carry.
_ODD = {"final_logits_bias": "lm_head.bias"} | {
    f"{side}.block.0.layer.0.SelfAttention.relative_attention_bias.weight": "distances.weight"
    for side in ("encoder", "decoder")
}
# A table that the first T5 were published with, though no attention across looks at distances.
_UNREAD = "decoder.block.0.layer.1.EncDecAttention.relative_attention_bias.weight"


def of_side(tensors: dict[str, Tensor], side: Side) -> dict[str, Tensor]:
    """The weights of one side: its own, those that both share, and for the decoder those of the unembedding."""
    other = "decoder" if side == "encoder" else "encoder"
    tensors = {name.removeprefix("model."): tensor for name, tensor in tensors.items()}
    shared, table = "shared.weight" in tensors, "embed_tokens.weight"
    if not shared and f"{side}.{table}" not in tensors and f"{other}.{table}" in tensors:
        tensors[f"{side}.{table}"] = tensors[f"{other}.{table}"]  # one table for both, saved under one name
    ours = {}
    for plain, tensor in tensors.items():
        of_output = plain.startswith(("lm_head", "final_logits_bias"))
        waves, copy = f"{side}.embed_positions" in plain, shared and plain.startswith(f"{side}.embed_tokens")
        unread = waves or copy or plain == _UNREAD
        if plain.startswith(f"{other}.") or (of_output and side == "encoder") or unread:
            continue
        ours[_ODD.get(plain, plain)] = tensor.flatten() if plain == "final_logits_bias" else tensor
    return ours


def t5(settings: Settings, side: Side) -> Plan:
    """Raffel et al. 2020: no factor of the scores, but a bias by distance; version 1.1 has a gated FFN."""
    kind = settings.text("feed_forward_proj")
    name, gated = kind.split("-")[-1], kind.split("-")[0] == "gated"
    name = "gelu_new" if kind == "gated-gelu" else name
    if (is_gated := settings.get("is_gated_act")) is not None:
        gated = bool(is_gated)
    n_layers = settings.size("num_layers", most=MOST_LAYERS)
    # Version 1.1 says so by not tying its unembedding, though newer config.json have a word of their own for it.
    scaled = settings.found.get("scale_decoder_outputs", settings.get("tie_word_embeddings") is not False)
    buckets, longest = (settings.size(f"relative_attention_{key}") for key in ("num_buckets", "max_distance"))
    if buckets < 4 or longest <= buckets // 2:
        raise settings.unsupported(f"{buckets} buckets for distances up to {longest}")
    return Plan(
        vocab_size=settings.width("vocab_size"),
        n_layers=n_layers if side == "encoder" else settings.size("num_decoder_layers", n_layers, most=MOST_LAYERS),
        n_heads=settings.size("num_heads"),
        d_model=settings.width("d_model"),
        d_head=settings.width("d_kv"),
        d_mlp=settings.width("d_ff"),
        max_tokens=settings.size("n_positions"),
        positions="none",
        n_kv_heads=settings.size("num_heads"),
        factor=1.0,
        causal=side == "decoder",
        relative_buckets=(buckets, longest),
        norm="rms",
        epsilon=settings.number("layer_norm_epsilon"),
        gated=gated,
        activation=known_activation(settings, settings.get("dense_act_fn") or name),
        cross_attention=side == "decoder",
        final_scale=settings.width("d_model") ** -0.5 if scaled and side == "decoder" else 1.0,
        predicts="next" if side == "decoder" else "nothing",
    )


def _t5_names(side: Side) -> dict[str, str]:
    prefix, feed_forward = f"{side}.block.{{}}.layer.", 1 if side == "encoder" else 2
    across = {f"{prefix}1.EncDecAttention.{letter}": f"cross.{part}" for letter, part in _LETTERS.items()}
    return {
        "shared": "embedding",
        f"{side}.embed_tokens": "embedding",
        "distances": "distance_bias",
        f"{prefix}0.layer_norm": "attention_norm",
        **{f"{prefix}0.SelfAttention.{letter}": f"attention.{part}" for letter, part in _LETTERS.items()},
        **(across | {f"{prefix}1.layer_norm": "cross_norm"} if side == "decoder" else {}),
        f"{prefix}{feed_forward}.layer_norm": "mlp_norm",
        f"{prefix}{feed_forward}.DenseReluDense.wi": "mlp_in",
        f"{prefix}{feed_forward}.DenseReluDense.wi_0": "mlp_gate",
        f"{prefix}{feed_forward}.DenseReluDense.wi_1": "mlp_in",
        f"{prefix}{feed_forward}.DenseReluDense.wo": "mlp_out",
        f"{side}.final_layer_norm": "final_norm",
        "lm_head": "unembedding",
    }


_LETTERS = {"q": "query", "k": "key", "v": "value", "o": "output"}


def marian(settings: Settings, side: Side) -> Plan:
    """Junczys-Dowmunt et al. 2018: the transformer of the paper, one table of embeddings for both languages."""
    settings.refuse("share_encoder_decoder_embeddings", (True,))
    settings.refuse("tie_word_embeddings", (True,))
    d_model, n_heads = settings.width("d_model"), settings.size(f"{side}_attention_heads")
    if d_model % (2 * n_heads):
        raise settings.unsupported(f"{n_heads} heads in {d_model} dimensions")
    return Plan(
        vocab_size=settings.width("vocab_size"),
        n_layers=settings.size(f"{side}_layers", most=MOST_LAYERS),
        n_heads=n_heads,
        d_model=d_model,
        d_head=d_model // n_heads,
        d_mlp=settings.width(f"{side}_ffn_dim"),
        max_tokens=settings.size("max_position_embeddings"),
        positions="sinusoidal",
        n_kv_heads=n_heads,
        factor=(d_model // n_heads) ** -0.5,
        causal=side == "decoder",
        norm_position="after",
        activation=activation(settings, "activation_function"),
        biased=ATTENTION | FEED_FORWARD | ({"unembedding"} if side == "decoder" else frozenset()),
        embedding_scale=d_model**0.5 if settings.flag("scale_embedding") else 1.0,
        cross_attention=side == "decoder",
        final_norm=False,
        predicts="next" if side == "decoder" else "nothing",
    )


def _marian_names(side: Side) -> dict[str, str]:
    prefix = f"{side}.layers.{{}}."
    sorts = {"self_attn": "attention", "encoder_attn": "cross"}
    parts = {"q_proj": "query", "k_proj": "key", "v_proj": "value", "out_proj": "output"}
    return {
        "shared": "embedding",
        f"{side}.embed_tokens": "embedding",
        **{f"{prefix}{old}.{part}": f"{new}.{ours}" for old, new in sorts.items() for part, ours in parts.items()},
        f"{prefix}self_attn_layer_norm": "attention_norm",
        f"{prefix}encoder_attn_layer_norm": "cross_norm",
        f"{prefix}fc1": "mlp_in",
        f"{prefix}fc2": "mlp_out",
        f"{prefix}final_layer_norm": "mlp_norm",
        "lm_head": "unembedding",
    }


def _sides(plan: Callable[..., Plan], names: Callable[[Side], dict[str, str]]) -> dict[Side, Family]:
    sides: tuple[Side, ...] = ("encoder", "decoder")
    return {side: Family(partial(plan, side=side), names(side)) for side in sides}


ENCODER_DECODERS: dict[str, dict[Side, Family]] = {
    "t5": _sides(t5, _t5_names),
    "marian": _sides(marian, _marian_names),
}
