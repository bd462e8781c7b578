"""The families that can be read, by the name that a config.json gives them."""

from transformer.real import decoders, encoders
from transformer.real.errors import FolderError
from transformer.real.family import Family, halves, head_by_head, side_by_side, twice
from transformer.real.settings import Settings

_QKV = "query+key+value"
_OF_LLAMA = Family(decoders.llama, decoders.LLAMA, "model.")
_OF_GEMMA = Family(decoders.llama, decoders.GEMMA, "model.", norms_less_one=True)
FAMILIES = {
    "llama": _OF_LLAMA,
    "mistral": _OF_LLAMA,
    "qwen2": _OF_LLAMA,
    "qwen3": _OF_LLAMA,
    "phi3": Family(decoders.llama, decoders.PHI3, "model.", {_QKV: side_by_side, "mlp_gate+mlp_in": halves}),
    "olmo2": Family(decoders.llama, decoders.OLMO2, "model."),
    "gemma": Family(decoders.llama, decoders.LLAMA, "model.", norms_less_one=True),
    "gemma2": _OF_GEMMA,
    "gemma3_text": _OF_GEMMA,
    "gpt2": Family(
        decoders.gpt2,
        decoders.GPT2,
        "transformer.",
        {_QKV: side_by_side},
        transposed=frozenset({"h.{}.attn.c_attn", "h.{}.attn.c_proj", "h.{}.mlp.c_fc", "h.{}.mlp.c_proj"}),
    ),
    "gpt_neo": Family(decoders.gpt_neo, decoders.GPT_NEO, "transformer."),
    "gptj": Family(decoders.gpt_j, decoders.GPT_J, "transformer.", {"attention_norm+mlp_norm": twice}),
    "gpt_neox": Family(decoders.gpt_neox, decoders.NEOX, "gpt_neox.", {_QKV: head_by_head}),
    "modernbert": Family(
        encoders.modernbert, encoders.MODERNBERT, "model.", {_QKV: side_by_side, "mlp_gate+mlp_in": halves}
    ),
    "bert": Family(encoders.bert, encoders.BERT, "bert."),
    "roberta": Family(encoders.bert, encoders.BERT, "roberta."),
    "xlm-roberta": Family(encoders.bert, encoders.BERT, "roberta."),
    "camembert": Family(encoders.bert, encoders.BERT, "roberta."),
    "distilbert": Family(encoders.distilbert, encoders.DISTILBERT, "distilbert."),
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
