"""A GGUF file says what was written into it: numbers as the gguf package unpacks them, and the model they are of."""

import json

import gguf
import numpy as np
import pytest
import torch
import transformers
from tokenizers import Tokenizer, models, pre_tokenizers, trainers
from transformers.convert_slow_tokenizer import TikTokenConverter

from tests.in_turn import in_turn
from tests.transformer.real.kinds import KINDS, randomized
from transformer import FolderError
from transformer.real.gguf import Gguf
from transformer.real.llama_cpp import open_gguf, pieces

WORDS = ["<|end|>", "b", "e", "a", "r", "s", "Ġ", "be", "ar", "bear", "Ġbear", "1", "2"]
MERGES = ["b e", "a r", "be ar", "Ġ bear"]


def start(path, architecture="llama"):
    return gguf.GGUFWriter(path, architecture)


def finish(writer):
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


@pytest.mark.parametrize("name", ["F32", "F16", "Q4_0", "Q4_1", "Q8_0"])
def test_numbers_are_unpacked_as_the_package_does(name: str, tmp_path) -> None:
    kind = gguf.GGMLQuantizationType[name]
    numbers = np.random.default_rng(3).standard_normal((7, 96)).astype(np.float32)
    packed = gguf.quants.quantize(numbers, kind)
    writer = start(tmp_path / "one.gguf")
    writer.add_tensor("first", np.ones((3, 5), dtype=np.float32))
    writer.add_tensor("numbers", packed, raw_dtype=kind)
    finish(writer)
    found = Gguf(tmp_path / "one.gguf")
    assert list(found) == ["first", "numbers"]
    assert np.array_equal(found.tensor("first"), np.ones((3, 5)))
    assert found.tensor("numbers").dtype == np.float32
    assert np.array_equal(found.tensor("numbers"), gguf.quants.dequantize(packed, kind).reshape(7, 96))


@in_turn("longer", range(64))  # wherever the tensors begin
def test_what_the_file_says_is_read_whatever_its_type(longer: int, tmp_path) -> None:
    writer = start(tmp_path / "said.gguf")
    writer.add_string("longer", longer * "x")
    writer.add_uint32("a", 5)
    writer.add_float32("b", 0.5)
    writer.add_bool("c", True)
    writer.add_string("d", "größer")
    writer.add_array("e", ["x", "", "ö"])
    writer.add_array("f", [-1, 2, 3])
    writer.add_custom_alignment(64)
    writer.add_tensor("t", np.arange(5, dtype=np.float32))
    finish(writer)
    found = Gguf(tmp_path / "said.gguf")
    assert {key: found.fields[key] for key in "abcde"} == {
        "a": 5,
        "b": 0.5,
        "c": True,
        "d": "größer",
        "e": ["x", "", "ö"],
    }
    assert found.fields["f"].tolist() == [-1, 2, 3]
    assert found.tensor("t").tolist() == [0, 1, 2, 3, 4]


def woven(weight: torch.Tensor, n_heads: int) -> torch.Tensor:
    """The rows as llama.cpp's converter orders them (its `LlamaModel.permute`)."""
    n_rows, n_columns = weight.shape
    return weight.reshape(n_heads, 2, n_rows // n_heads // 2, n_columns).swapaxes(1, 2).reshape(weight.shape)


@pytest.fixture(scope="module")
def theirs():
    """A tiny Llama of the library whose vocabulary has room for the words."""
    return randomized(KINDS["llama-plain"]())


def written(theirs, path, *, architecture="llama", split="smollm", stretched=False):
    """The library's Llama as a GGUF file, named and woven as llama.cpp does."""
    config = theirs.config
    writer = start(path, architecture)
    writer.add_block_count(config.num_hidden_layers)
    writer.add_context_length(config.max_position_embeddings)
    writer.add_embedding_length(config.hidden_size)
    writer.add_feed_forward_length(config.intermediate_size)
    writer.add_head_count(config.num_attention_heads)
    writer.add_head_count_kv(config.num_key_value_heads)
    writer.add_key_length(config.head_dim)
    writer.add_rope_freq_base(config.rope_parameters["rope_theta"])
    writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre(split)
    writer.add_token_list([*WORDS, *(f"<{n}>" for n in range(config.vocab_size - len(WORDS)))])
    writer.add_token_types([3] + [1] * (config.vocab_size - 1))
    writer.add_token_merges(MERGES)
    names = gguf.get_tensor_name_map(gguf.MODEL_ARCH.LLAMA, config.num_hidden_layers)
    heads = {"q_proj.weight": config.num_attention_heads, "k_proj.weight": config.num_key_value_heads}
    for name, weight in theirs.state_dict().items():
        rows = next((n for end, n in heads.items() if name.endswith(end)), None)
        writer.add_tensor(
            names.get_name(name, (".weight",)), (weight if rows is None else woven(weight, rows)).numpy().copy()
        )
    if stretched:
        writer.add_tensor("rope_freqs.weight", np.ones(config.head_dim // 2, dtype=np.float32))
    finish(writer)
    return path


def test_a_llama_in_gguf_is_the_one_that_was_written(theirs, tmp_path) -> None:
    model = open_gguf(written(theirs, tmp_path / "tiny.gguf"), "tiny")
    trace = model.trace("bear bears 12")
    assert [token.text for token in trace.tokens] == ["bear", " bear", "s", " ", "1", "2"]
    with torch.inference_mode():
        logits = theirs(torch.tensor([[token.id for token in trace.tokens]])).logits[0].numpy()
    np.testing.assert_allclose(trace.logits, logits, rtol=0, atol=1e-5)
    assert model.name == "tiny"


@pytest.mark.parametrize(
    ("choice", "sentence"),
    [
        ({"architecture": "qwen2"}, "plain Llama"),
        ({"split": "qwen2"}, "vocabulary"),
        ({"split": "llama-bpe"}, "which token a text begins"),
        ({"stretched": True}, "stretched"),
    ],
)
def test_another_architecture_or_vocabulary_is_refused(choice, sentence, theirs, tmp_path) -> None:
    with pytest.raises(FolderError, match=sentence):
        open_gguf(written(theirs, tmp_path / "tiny.gguf", **choice), "tiny")


@pytest.mark.parametrize("kept", [0, 3, 7, 30, 3000, 0.5, 0.999])
def test_half_a_file_is_refused(kept, theirs, tmp_path) -> None:
    whole = written(theirs, tmp_path / "tiny.gguf").read_bytes()
    half = tmp_path / "half.gguf"
    half.write_bytes(whole[: kept if isinstance(kept, int) else int(kept * len(whole))])
    with pytest.raises(FolderError, match=r"half\.gguf is (damaged|no GGUF)"):
        open_gguf(half, "half")


def test_a_pointer_is_no_file(tmp_path) -> None:
    (tmp_path / "tiny.gguf").write_text("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 5481\n")
    with pytest.raises(FolderError, match=r"tiny.gguf of .* is a pointer of Git LFS .*: run git lfs pull"):
        open_gguf(tmp_path / "tiny.gguf", "tiny")


def test_a_type_that_is_not_read_is_named(tmp_path) -> None:
    writer = start(tmp_path / "k.gguf")
    kind = gguf.GGMLQuantizationType.Q6_K
    writer.add_tensor("numbers", np.zeros((1, 210), dtype=np.uint8), raw_dtype=kind)
    finish(writer)
    with pytest.raises(FolderError, match="type 14"):
        Gguf(tmp_path / "k.gguf").tensor("numbers")


TEXTS = [
    "I'M sure that 12345 bears\n\n  don't  stop!!\n",
    "bearish bearish  \t x",
    "naïve ½² 🐻!\r\n\r\nWe'll",
    "a'Sb <|end|> 1 22 333",
    "",
]
MARKS = ("bos_token", "eos_token", "unk_token")


def trained() -> tuple[dict[str, int], list[tuple[str, str]]]:
    """Tokens and merges that go on past words, so that each way to split a text leaves others of them."""
    learner = Tokenizer(models.BPE())
    learner.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    learner.train_from_iterator(TEXTS * 3, trainers.BpeTrainer(vocab_size=400, initial_alphabet=alphabet))
    vocabulary = learner.get_vocab()
    whole = ["<|end|>", "Ġunlearned"]  # the second is in no merge
    merges = [(one, other) for one, other in json.loads(learner.to_str())["model"]["merges"]]
    return vocabulary | {token: len(vocabulary) + place for place, token in enumerate(whole)}, merges


def reference(split: str, vocabulary: dict[str, int], merges: list[tuple[str, str]]) -> Tokenizer:
    """The same vocabulary as the library splits and merges it."""
    if split == "gpt-2":
        return transformers.GPT2Tokenizer(vocabulary, merges, **dict.fromkeys(MARKS, "<|end|>"))._tokenizer
    converter = TikTokenConverter(extra_special_tokens=["<|end|>"])
    converter.tokenizer = lambda: Tokenizer(models.BPE(vocabulary, merges, ignore_merges=True))
    return converter.converted()


@pytest.mark.parametrize("begins", [None, False, True])
@pytest.mark.parametrize("split", ["gpt-2", "llama-bpe"])
def test_a_vocabulary_splits_a_text_as_the_library_does(split: str, begins: bool | None, tmp_path) -> None:
    vocabulary, merges = trained()
    tokens = sorted(vocabulary, key=vocabulary.__getitem__)
    writer = start(tmp_path / "words.gguf")
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre(split)
    writer.add_token_list(tokens)
    writer.add_token_types([3 if token == "<|end|>" else 1 for token in tokens])
    writer.add_token_merges([" ".join(pair) for pair in merges])
    writer.add_bos_token_id(vocabulary["<|end|>"])
    if begins is not None:
        writer.add_add_bos_token(begins)
    finish(writer)
    ours, theirs = pieces(Gguf(tmp_path / "words.gguf")), reference(split, vocabulary, merges)
    first = [vocabulary["<|end|>"]] if begins or (begins is None and split == "llama-bpe") else []
    for text in [*TEXTS, "an unlearned"]:
        assert ours.encode(text).ids == [*first, *theirs.encode(text).ids], text
        assert ours.decode(ours.encode(text).ids) == text.replace("<|end|>", "")
