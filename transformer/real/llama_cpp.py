"""A Llama in a GGUF file, as llama.cpp writes them, opened like a folder: its sizes, weights and tokenizer."""

from pathlib import Path
from typing import Any

import torch
from tokenizers import AddedToken, Regex, decoders, models, pre_tokenizers, processors
from tokenizers import Tokenizer as Pieces
from torch import Tensor

from transformer.real.decoders import llama
from transformer.real.errors import FolderError
from transformer.real.family import Family
from transformer.real.folder import MAX_TOKENS, OpenedModel, opened, read_plan
from transformer.real.gguf import Gguf
from transformer.real.pieces import FolderTokenizer
from transformer.real.settings import Settings
from transformer.real.template import template_of

_CONTROL = 3  # the type of a token that is a mark
# How each vocabulary splits a text into words, whose bytes are merged then; named as llama.cpp names them.
_BYTES = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
_AS_GPT2 = pre_tokenizers.ByteLevel(add_prefix_space=False)
_AS_LLAMA3 = (  # clitics; letters after one other character; digits by threes; other characters; line ends; blanks
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)
_LLAMA3 = "llama-bpe"
_SPLITS = {
    "smollm": [pre_tokenizers.Digits(individual_digits=True), _AS_GPT2],
    "gpt-2": [_AS_GPT2],
    _LLAMA3: [pre_tokenizers.Split(Regex(_AS_LLAMA3), "isolated"), _BYTES],
}
_FAMILY = Family(
    llama,
    {
        "token_embd": "embedding",
        "blk.{}.attn_norm": "attention_norm",
        "blk.{}.attn_q": "attention.query",
        "blk.{}.attn_k": "attention.key",
        "blk.{}.attn_v": "attention.value",
        "blk.{}.attn_output": "attention.output",
        "blk.{}.ffn_norm": "mlp_norm",
        "blk.{}.ffn_gate": "mlp_gate",
        "blk.{}.ffn_up": "mlp_in",
        "blk.{}.ffn_down": "mlp_out",
        "output_norm": "final_norm",
        "output": "unembedding",
    },
)


def open_gguf(path: Path, name: str, max_tokens: int = MAX_TOKENS) -> OpenedModel:
    """Open a GGUF file of the architecture llama, with the byte-level vocabulary of SmolLM, Llama 3 or GPT-2.

    Raises:
        FolderError: if the file is damaged, or of another architecture, vocabulary or rotation.
    """
    file = Gguf(path)
    scaled = any(key.startswith("llama.rope.scaling.") for key in file.fields)
    if str(file.fields.get("general.architecture")) != "llama" or scaled:
        raise FolderError(f"{path.name} is no plain Llama: of GGUF files only these are supported here.")
    settings = Settings(_settings(file), name)
    settings.hold(file.shapes)
    plan = read_plan(_FAMILY, settings)
    if file.fields.get("llama.rope.dimension_count", plan.d_head) != plan.d_head:
        raise settings.unsupported("rotary positions in a part of each head")
    if "rope_freqs.weight" in file.shapes:
        raise settings.unsupported("rotary positions that are stretched, as since Llama 3.1")
    tensors = {tensor_name: torch.from_numpy(file.tensor(tensor_name)) for tensor_name in file}
    heads = {"attn_q": plan.n_heads, "attn_k": plan.n_kv_heads}
    for tensor_name in tensors:
        if (part := tensor_name.removesuffix(".weight").rpartition(".")[2]) in heads:
            try:
                tensors[tensor_name] = unwoven(tensors[tensor_name], heads[part])
            except RuntimeError as error:
                raise FolderError(f"{path.name} is damaged: {tensor_name} is not of {heads[part]} heads.") from error
    try:
        tokenizer = FolderTokenizer(pieces(file))
    except FolderError:
        raise
    except Exception as error:  # the library raises plain Exception
        raise FolderError(f"The vocabulary of {path.name} is damaged: install it once more.") from error
    if (dialogue := template_of(path)) is not None:
        tokenizer.let_type(dialogue.words, whole=True)
    return opened(settings, _FAMILY, tensors, tokenizer, max_tokens)


def unwoven(rows: Tensor, n_heads: int) -> Tensor:
    """The rows of W_Q or W_K, [out, in], as Hugging Face has them.

    llama.cpp weaves the two halves of each head, so that rotary pairs stand beside each other.
    """
    return rows.unflatten(0, (n_heads, -1, 2)).transpose(1, 2).flatten(0, 2)


def _settings(file: Gguf) -> dict[str, Any]:
    """Return the settings as a config.json would say them.

    Raises:
        FolderError: if the file lacks what has no default.
    """
    tokens = file.fields.get("tokenizer.ggml.tokens")
    fields = {key.removeprefix("llama."): value for key, value in file.fields.items()}
    for key in ("context_length", "attention.layer_norm_rms_epsilon"):
        if fields.get(key) is None:
            raise FolderError(f"{file.name} does not say llama.{key}: install it once more.")
    keys = {
        "model_type": "llama",
        "vocab_size": len(tokens) if isinstance(tokens, list) else None,
        "num_hidden_layers": fields.get("block_count"),
        "num_attention_heads": fields.get("attention.head_count"),
        "num_key_value_heads": fields.get("attention.head_count_kv"),
        "hidden_size": fields.get("embedding_length"),
        "head_dim": fields.get("attention.key_length"),
        "intermediate_size": fields.get("feed_forward_length"),
        "max_position_embeddings": fields.get("context_length"),
        "hidden_act": "silu",
        "rope_theta": fields.get("rope.freq_base"),
        "rms_norm_eps": fields.get("attention.layer_norm_rms_epsilon"),
        "tie_word_embeddings": "output.weight" not in set(file),
    }
    return {key: value for key, value in keys.items() if value is not None}


def pieces(file: Gguf) -> Pieces:
    """The byte-level BPE that the file carries, and the mark that it begins a text with, where it has one.

    Raises:
        FolderError: if its vocabulary is of another kind, or the mark has no id.
    """
    kind, split = (str(file.fields.get(f"tokenizer.ggml.{key}")) for key in ("model", "pre"))
    if kind != "gpt2" or split not in _SPLITS:
        raise FolderError(
            f"{file.name} has a vocabulary of the kind {kind}, {split}, which is not supported here. "
            f"Of the kind gpt2 there are {', '.join(_SPLITS)}."
        )
    tokens = file.fields["tokenizer.ggml.tokens"]
    merges = [tuple(pair.split(" ", 1)) for pair in file.fields["tokenizer.ggml.merges"]]
    tokenizer = Pieces(
        models.BPE({token: id for id, token in enumerate(tokens)}, merges, ignore_merges=split == _LLAMA3)
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(_SPLITS[split])
    tokenizer.decoder = decoders.ByteLevel()
    types = file.fields["tokenizer.ggml.token_type"]
    tokenizer.add_special_tokens(
        [AddedToken(token, special=True) for token, kind in zip(tokens, types, strict=True) if kind == _CONTROL]
    )
    if file.fields.get("tokenizer.ggml.add_bos_token", split == _LLAMA3):
        begin = file.fields.get("tokenizer.ggml.bos_token_id")
        if type(begin) is not int or not 0 <= begin < len(tokens):
            raise FolderError(f"{file.name} does not say with which token a text begins: install it once more.")
        mark = tokens[begin]
        tokenizer.post_processor = processors.TemplateProcessing(
            [mark, "$A"], [mark, "$A", mark, "$B"], [(mark, begin)]
        )
    return tokenizer
