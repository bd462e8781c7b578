"""A model's folder as Hugging Face has them, tiny and with random weights: a Llama whose heads share their keys."""

import json
from pathlib import Path

import torch
from safetensors.torch import save_file
from tokenizers import Tokenizer, decoders, models, pre_tokenizers

LAYERS, HEADS, KEY_HEADS, D_HEAD, D_MLP, VOCAB = 7, 3, 1, 10, 53, 257
NAME = "tiny-llama"


def write_llama(home: Path) -> Path:
    """Write the folder; its weights are drawn from one seed."""
    home.mkdir(parents=True)
    width = 22
    sizes = {"num_hidden_layers": LAYERS, "num_attention_heads": HEADS, "num_key_value_heads": KEY_HEADS}
    config = {"model_type": "llama", "architectures": ["LlamaForCausalLM"], "vocab_size": VOCAB, "hidden_size": width}
    config |= sizes | {"head_dim": D_HEAD, "intermediate_size": D_MLP, "hidden_act": "silu", "rms_norm_eps": 1e-5}
    config |= {"max_position_embeddings": 512, "rope_theta": 10000.0, "tie_word_embeddings": True}
    (home / "config.json").write_text(json.dumps(config), "utf-8")
    chance = torch.Generator().manual_seed(3)

    def drawn(*shape: int) -> torch.Tensor:
        return torch.randn(shape, generator=chance) * shape[-1] ** -0.5

    weights = {"model.embed_tokens.weight": drawn(VOCAB, width), "model.norm.weight": torch.ones(width)}
    for layer in range(LAYERS):
        block = f"model.layers.{layer}"
        for name, heads in (("q", HEADS), ("k", KEY_HEADS), ("v", KEY_HEADS)):
            weights[f"{block}.self_attn.{name}_proj.weight"] = 2 * drawn(heads * D_HEAD, width)
        weights[f"{block}.self_attn.o_proj.weight"] = drawn(width, HEADS * D_HEAD)
        for name, shape in (("gate", (D_MLP, width)), ("up", (D_MLP, width)), ("down", (width, D_MLP))):
            weights[f"{block}.mlp.{name}_proj.weight"] = drawn(*shape)
        for name in ("input", "post_attention"):
            weights[f"{block}.{name}_layernorm.weight"] = torch.ones(width)
    save_file(weights, home / "model.safetensors")
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    pieces = Tokenizer(models.BPE({piece: id for id, piece in enumerate([*alphabet, "<s>"])}, []))
    pieces.pre_tokenizer, pieces.decoder = pre_tokenizers.ByteLevel(add_prefix_space=False), decoders.ByteLevel()
    pieces.add_special_tokens(["<s>"])
    pieces.save(str(home / "tokenizer.json"))
    return home
