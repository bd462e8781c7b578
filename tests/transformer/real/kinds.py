"""Tiny models of the transformers library, one of each kind, with random weights and sizes that cannot be mixed up."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
import transformers as hugging_face
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors

LAYERS, VOCAB, WORDS = 3, 89, 83  # rows of the embedding, more than the tokenizer's tokens, as some models have it
_SMALL = {"vocab_size": VOCAB, "num_hidden_layers": LAYERS, "bos_token_id": 0, "eos_token_id": 1, "pad_token_id": 2}
_LLAMA = _SMALL | {"hidden_size": 6 * 7, "intermediate_size": 53, "num_attention_heads": 6, "num_key_value_heads": 2}
_LLAMA |= {"head_dim": 10, "max_position_embeddings": 61}
_BERT = _SMALL | {"hidden_size": 3 * 7, "intermediate_size": 53, "num_attention_heads": 3, "type_vocab_size": 2}
_BERT |= {"max_position_embeddings": 61}
_QWEN2 = {key: size for key, size in _LLAMA.items() if key != "head_dim"} | {"hidden_size": 60}
_HALF_WINDOWED = {"layer_types": ["sliding_attention", "full_attention", "sliding_attention"], "sliding_window": 5}
_GEMMA = _LLAMA | _HALF_WINDOWED | {"query_pre_attn_scalar": 13}
_STRETCHED = {"rope_type": "llama3", "rope_theta": 50.0, "factor": 8.0, "original_max_position_embeddings": 29}
_STRETCHED |= {"low_freq_factor": 1.0, "high_freq_factor": 4.0}
_NEOX_TURNS = {"rope_type": "default", "rope_theta": 100.0, "partial_rotary_factor": 0.4}
_GPT2 = {"vocab_size": VOCAB, "n_layer": LAYERS, "n_head": 3, "n_embd": 21, "n_inner": 53, "n_positions": 61}
_MODERN = {key: size for key, size in _BERT.items() if key != "type_vocab_size"} | {"hidden_size": 30}
_MODERN |= {"layer_types": ["full_attention", "sliding_attention", "sliding_attention"], "local_attention": 7}
_MODERN |= {"cls_token_id": 0, "sep_token_id": 1}
_GPT_J = _GPT2 | {"n_embd": 30, "n_head": 3, "rotary_dim": 4}
_GPT_NEO = {"vocab_size": VOCAB, "hidden_size": 21, "num_layers": LAYERS, "num_heads": 3, "intermediate_size": 53}
_GPT_NEO |= {"attention_types": [[["global", "local"], 1], [["local"], 1]], "window_size": 5}
_GPT_NEO |= {"max_position_embeddings": 61, "bos_token_id": 0, "eos_token_id": 1}
_DISTIL = {"vocab_size": VOCAB, "n_layers": LAYERS, "n_heads": 3, "dim": 21, "hidden_dim": 53}
_DISTIL |= {"max_position_embeddings": 61}
_NEOX = _SMALL | {"hidden_size": 30, "intermediate_size": 53, "num_attention_heads": 3, "max_position_embeddings": 61}
_NEOX |= {"rope_parameters": _NEOX_TURNS}


def _made(name: str, config: str, **sizes: Any) -> Callable[[], Any]:
    return lambda: getattr(hugging_face, name)(getattr(hugging_face, config)(**sizes))


KINDS: dict[str, Callable[[], Any]] = {
    "llama": _made("LlamaForCausalLM", "LlamaConfig", **_LLAMA, attention_bias=True, mlp_bias=True),
    "llama-plain": _made("LlamaForCausalLM", "LlamaConfig", **_LLAMA),
    "llama-3": _made("LlamaForCausalLM", "LlamaConfig", **_LLAMA, rope_parameters=_STRETCHED),
    "mistral": _made("MistralForCausalLM", "MistralConfig", **_LLAMA, sliding_window=5),
    "qwen2": _made("Qwen2ForCausalLM", "Qwen2Config", **_QWEN2),
    "qwen2-window": _made(
        "Qwen2ForCausalLM", "Qwen2Config", **_QWEN2, use_sliding_window=True, sliding_window=5, max_window_layers=1
    ),
    "qwen3": _made("Qwen3ForCausalLM", "Qwen3Config", **_LLAMA),
    "phi3": _made("Phi3ForCausalLM", "Phi3Config", **_QWEN2),
    "phi3-window": _made(
        "Phi3ForCausalLM",
        "Phi3Config",
        **_QWEN2,
        sliding_window=5,
        rope_parameters={"rope_type": "default", "rope_theta": 100.0, "partial_rotary_factor": 0.6},
    ),
    "olmo2": _made("Olmo2ForCausalLM", "Olmo2Config", **_QWEN2, attention_bias=True),
    "gemma": _made("GemmaForCausalLM", "GemmaConfig", **_LLAMA),
    "gemma2": _made(
        "Gemma2ForCausalLM", "Gemma2Config", **_GEMMA, attn_logit_softcapping=0.7, final_logit_softcapping=1.9
    ),
    "gemma3": _made(
        "Gemma3ForCausalLM",
        "Gemma3TextConfig",
        **_GEMMA,
        rope_parameters={
            "full_attention": {"rope_type": "linear", "rope_theta": 300.0, "factor": 2.0},
            "sliding_attention": {"rope_type": "default", "rope_theta": 20.0},
        },
    ),
    "gpt2": _made("GPT2LMHeadModel", "GPT2Config", **_GPT2, bos_token_id=0, eos_token_id=1),
    "gpt-neo": _made("GPTNeoForCausalLM", "GPTNeoConfig", **_GPT_NEO),
    "gpt-j": _made("GPTJForCausalLM", "GPTJConfig", **_GPT_J, bos_token_id=0, eos_token_id=1),
    "gpt-neox": _made("GPTNeoXForCausalLM", "GPTNeoXConfig", **_NEOX),
    "gpt-neox-in-turn": _made("GPTNeoXForCausalLM", "GPTNeoXConfig", **_NEOX, use_parallel_residual=False),
    "bert": _made("BertForMaskedLM", "BertConfig", **_BERT),
    "roberta": _made("RobertaForMaskedLM", "RobertaConfig", **{**_BERT, "type_vocab_size": 1}),
    "xlm-roberta": _made("XLMRobertaForMaskedLM", "XLMRobertaConfig", **_BERT),
    "camembert": _made("CamembertForMaskedLM", "CamembertConfig", **{**_BERT, "type_vocab_size": 1}),
    "modernbert": _made("ModernBertForMaskedLM", "ModernBertConfig", **_MODERN),
    "modernbert-biased": _made(
        "ModernBertForMaskedLM",
        "ModernBertConfig",
        **_MODERN,
        norm_bias=True,
        attention_bias=True,
        mlp_bias=True,
        classifier_bias=True,
        decoder_bias=False,
    ),
    "distilbert": _made("DistilBertForMaskedLM", "DistilBertConfig", **_DISTIL),
}


_MARKS = {"bos_token_id": 0, "eos_token_id": 1, "pad_token_id": 2, "decoder_start_token_id": 2}
_T5 = _MARKS | {"vocab_size": VOCAB, "d_model": 21, "d_kv": 5, "d_ff": 53, "num_heads": 3}
_T5 |= {"num_layers": 3, "num_decoder_layers": 2}
_T5 |= {"relative_attention_num_buckets": 10, "relative_attention_max_distance": 13}
_MARIAN = _MARKS | {"vocab_size": VOCAB, "d_model": 60, "max_position_embeddings": 61, "scale_embedding": True}
_MARIAN |= {"encoder_layers": 3, "encoder_attention_heads": 3, "encoder_ffn_dim": 53}
_MARIAN |= {"decoder_layers": 2, "decoder_attention_heads": 5, "decoder_ffn_dim": 47}
# Kinds that differ from another in little: those that are left have all that a family can be made of.
ALIKE = {*KINDS} - {
    *("llama", "qwen3", "phi3-window", "olmo2", "gemma2", "gemma3", "gpt2", "gpt-neo", "gpt-j", "gpt-neox"),
    *("bert", "distilbert", "modernbert"),
}
ENCODER_DECODERS = {
    "t5": _made("T5ForConditionalGeneration", "T5Config", **_T5),
    "t5-1.1": _made(
        "T5ForConditionalGeneration", "T5Config", **_T5, feed_forward_proj="gated-gelu", tie_word_embeddings=False
    ),
    "marian": _made("MarianMTModel", "MarianConfig", **_MARIAN),
}


def randomized(model: Any, seed: int = 0, bias: bool = True) -> Any:
    """The model with every parameter drawn anew, biases and norms too: none is at a value that hides a fault."""
    if bias and hasattr(model, "final_logits_bias"):
        model.final_logits_bias.copy_(torch.linspace(-1.0, 1.0, VOCAB)[None])
    gemma = "Gemma" in type(model).__name__  # keeps the weights of its norms less 1
    chance = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, weight in model.named_parameters():
            if "embed_positions" in name:
                continue  # waves that are computed
            plain = weight.ndim == 1
            weight.copy_(
                torch.randn(weight.shape, generator=chance) * (0.3 if plain else 0.8 * weight.shape[-1] ** -0.5)
            )
            if not gemma and plain and "norm" in name.lower().replace("ln_", "norm") and name.endswith("weight"):
                weight.add_(1.0)
    return model.eval()


def tokenizer() -> Tokenizer:
    """Single bytes and a few marks, of which two stand around every text, as in an encoder."""
    alphabet = ["Ġ", *map(chr, range(ord(","), ord("z") + 1))]
    pieces = Tokenizer(models.BPE({piece: id for id, piece in enumerate(["<s>", "</s>", "<pad>", *alphabet])}, []))
    assert pieces.get_vocab_size() == WORDS
    pieces.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    pieces.decoder = decoders.ByteLevel()
    pieces.add_special_tokens(["<s>", "</s>", "<pad>"])
    pieces.post_processor = processors.TemplateProcessing("<s> $A </s>", special_tokens=[("<s>", 0), ("</s>", 1)])
    return pieces


def written(model: Any, home: Path, pieces: Tokenizer | None = None) -> Path:
    """The model's folder, as the library writes it, with a tokenizer."""
    model.save_pretrained(home)
    (pieces or tokenizer()).save(str(home / "tokenizer.json"))
    return home


def of_vocabulary(kind: str, rows: int) -> Any:
    """The library's tiny model of a kind with so many rows in its embedding."""
    model = KINDS[kind]()
    model.resize_token_embeddings(rows)
    return randomized(model)
