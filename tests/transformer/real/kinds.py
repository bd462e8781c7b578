"""Tiny models of the transformers library, one of each kind, with random weights and sizes that cannot be mixed up."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
import transformers as hugging_face
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors

VOCAB, WORDS = 89, 83  # rows of the embedding, more than the tokenizer's tokens, as some models have it
_SMALL = {"vocab_size": VOCAB, "num_hidden_layers": 3, "bos_token_id": 0, "eos_token_id": 1, "pad_token_id": 2}
_LLAMA = _SMALL | {
    "hidden_size": 6 * 7,
    "intermediate_size": 53,
    "num_attention_heads": 6,
    "num_key_value_heads": 2,
    "head_dim": 10,
    "max_position_embeddings": 61,
}
_BERT = _SMALL | {
    "hidden_size": 3 * 7,
    "intermediate_size": 53,
    "num_attention_heads": 3,
    "max_position_embeddings": 61,
    "type_vocab_size": 2,
}


def _llama() -> Any:
    return hugging_face.LlamaForCausalLM(hugging_face.LlamaConfig(**_LLAMA, attention_bias=True, mlp_bias=True))


def _gpt2() -> Any:
    sizes = {"vocab_size": VOCAB, "n_layer": 3, "n_head": 3, "n_embd": 21, "n_inner": 53, "n_positions": 61}
    return hugging_face.GPT2LMHeadModel(hugging_face.GPT2Config(**sizes, bos_token_id=0, eos_token_id=1))


def _bert() -> Any:
    return hugging_face.BertForMaskedLM(hugging_face.BertConfig(**_BERT))


KINDS: dict[str, Callable[[], Any]] = {
    "llama": _llama,
    "gpt2": _gpt2,
    "bert": _bert,
}


def randomized(model: Any, seed: int = 0) -> Any:
    """The model with every parameter drawn anew, biases and norms too: none is at a value that hides a fault."""
    chance = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, weight in model.named_parameters():
            plain = weight.ndim == 1
            weight.copy_(
                torch.randn(weight.shape, generator=chance) * (0.3 if plain else 0.8 * weight.shape[-1] ** -0.5)
            )
            if plain and "norm" in name.lower().replace("ln_", "norm") and name.endswith("weight"):
                weight.add_(1.0)
    return model.eval()


def tokenizer() -> Tokenizer:
    """Single bytes and a few marks, of which two stand around every text, as in an encoder."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())[: WORDS - 3]
    pieces = Tokenizer(models.BPE({piece: id for id, piece in enumerate(["<s>", "</s>", "<pad>", *alphabet])}, []))
    pieces.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    pieces.decoder = decoders.ByteLevel()
    pieces.add_special_tokens(["<s>", "</s>", "<pad>"])
    pieces.post_processor = processors.TemplateProcessing("<s> $A </s>", special_tokens=[("<s>", 0), ("</s>", 1)])
    return pieces


def written(model: Any, home: Path) -> Path:
    """The model's folder, as the library writes it, with a tokenizer."""
    model.save_pretrained(home)
    tokenizer().save(str(home / "tokenizer.json"))
    return home
