"""Families of encoders, BERT and its heirs: how the config.json of each makes a Plan, and what it calls its weights."""

from typing import Any

from transformer.plan import Plan
from transformer.real import rotary
from transformer.real.family import ATTENTION, FEED_FORWARD, WINDOW, activation, layer_types, multi_head, sizes
from transformer.real.settings import Settings


def bert(settings: Settings) -> Plan:
    """Devlin et al. 2019, and Liu et al. 2019 with its heirs (Conneau et al. 2020, Martin et al. 2020): an encoder."""
    settings.refuse("position_embedding_type", ("absolute",))
    settings.refuse("is_decoder", (False,))
    settings.refuse("add_cross_attention", (False,))
    if roberta := settings["model_type"] in ("roberta", "xlm-roberta", "camembert"):
        settings.refuse("hidden_act", ("gelu",))  # its head has a gelu of its own
    config = sizes(settings)
    first = settings.size("pad_token_id", least=0) + 1 if roberta else 0
    return _encoder(
        settings,
        config | {"max_tokens": config["max_tokens"] - first},
        epsilon=settings.number("layer_norm_eps"),
        activation=activation(settings, "hidden_act"),
        segments=settings.size("type_vocab_size"),
        first_place=first,
    )


def distilbert(settings: Settings) -> Plan:
    """Sanh et al. 2019: half of BERT's layers, and no segments."""
    config = sizes(
        settings, layers="n_layers", heads="n_heads", width="dim", mlp="hidden_dim", longest="max_position_embeddings"
    )
    return _encoder(settings, config, epsilon=1e-12, activation=activation(settings, "activation"))


def _encoder(settings: Settings, config: dict[str, Any], **choices: Any) -> Plan:
    return Plan(
        **multi_head(settings, config),
        positions="learned",
        causal=False,
        norm_position="after",
        biased=ATTENTION | FEED_FORWARD | {"unembedding", "head_dense"},
        embedding_norm=True,
        final_norm=False,
        predicts="masked",
        **choices,
    )


def modernbert(settings: Settings) -> Plan:
    """Warner et al. 2024: an encoder with norms before, rotary positions, a gated FFN, windows that look both ways."""
    settings.refuse("sliding_window", ())  # it would stand in the place of local_attention
    config = sizes(settings)
    settings.refuse("head_dim", (config["d_head"],))
    used = activation(settings, "hidden_activation")
    settings.refuse("classifier_activation", (settings.found.get("hidden_activation", used), used))
    kinds = layer_types(settings, "modernbert", config["n_layers"])
    biases = {
        "attention_bias": ATTENTION,
        "mlp_bias": FEED_FORWARD | {"mlp_gate"},
        "classifier_bias": frozenset({"head_dense"}),
        "decoder_bias": frozenset({"unembedding"}),
    }
    window = settings.size("local_attention") // 2 + 1
    return Plan(
        **multi_head(settings, config),
        positions="rotary",
        causal=False,
        sliding_windows=tuple(window if kind == WINDOW else None for kind in kinds),
        rotary_frequencies=rotary.of_modernbert(config["d_head"], kinds, settings),
        norm_bias=settings.flag("norm_bias"),
        first_norm=False,
        epsilon=settings.number("norm_eps"),
        gated=True,
        activation=used,
        biased=frozenset().union(*(names for key, names in biases.items() if settings.flag(key))),
        embedding_norm=True,
        predicts="masked",
    )


MODERNBERT = {
    "embeddings.tok_embeddings": "embedding",
    "embeddings.norm": "embedding_norm",
    "layers.{}.attn_norm": "attention_norm",
    "layers.{}.attn.Wqkv": "attention.query+key+value",
    "layers.{}.attn.Wo": "attention.output",
    "layers.{}.mlp_norm": "mlp_norm",
    "layers.{}.mlp.Wi": "mlp_gate+mlp_in",
    "layers.{}.mlp.Wo": "mlp_out",
    "final_norm": "final_norm",
    "head.dense": "head_dense",
    "head.norm": "head_norm",
    "decoder": "unembedding",
}
BERT = {
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
DISTILBERT = {
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
