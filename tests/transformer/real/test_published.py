"""Texts that people type into published models: the ids are those of the tokenizers library, the logits its own."""

import numpy as np
import pytest
import torch
from tokenizers import AddedToken, processors

from tests.transformer.real.kinds import ENCODER_DECODERS, of_vocabulary, randomized, written
from tests.transformer.real.published import USER, bytewise, roberta, sentencepiece, unigram, wordpiece
from transformer import FolderError, open_folder, open_translator
from transformer.readings.neighbours import one_word_changed
from transformer.real.pieces import FolderTokenizer
from transformer.sampling import GREEDY
from transformer.writing import AT_END, IN_A_CHARACTER, NO_TEXT, with_token, write_on

BLANKS = [" " * count for count in range(24, 1, -1)]  # of the tokenizer of GPT-NeoX


@pytest.fixture
def published(tmp_path):
    """A function that gives the library's tiny model of a kind, and ours, with a published tokenizer."""

    def of(kind, pieces, rows=None):
        theirs = of_vocabulary(kind, rows or pieces.get_vocab_size())
        return theirs, open_folder(written(theirs, tmp_path / kind, pieces))

    return of


@torch.inference_mode()
def logits_of(theirs, ids, **more):
    return theirs(torch.tensor([ids]), **more).logits[0].numpy()


@pytest.mark.parametrize(
    ("kind", "added", "text", "words"),
    [
        ("gpt-neox", BLANKS, "bear  country", ("b", "e", "a", "r", "␣␣", "c", "o", "u", "n", "t", "r", "y")),
        ("gpt-neox", BLANKS, "f(x):\n    x", ("f", "(", "x", ")", ":", "\n", "␣×4", "x")),
        ("qwen2", [USER, "<think>"], f"{USER}é<think>", (USER, "é₁", "é₂", "<think>")),
    ],
)
def test_added_tokens_that_are_no_bytes_are_tokens_as_in_the_library(kind, added, text, words, published) -> None:
    pieces = bytewise(*added)
    theirs, model = published(kind, pieces)
    ids = pieces.encode(text).ids
    trace = model.trace(text)
    assert [token.id for token in trace.tokens] == ids
    assert trace.words == words
    assert [text[token.start : token.end] for token in trace.tokens if token.id in ids and token.text in added] == [
        each for each in (pieces.id_to_token(id) for id in ids) if each in added
    ]
    np.testing.assert_allclose(trace.logits, logits_of(theirs, ids), rtol=0, atol=1e-5)


@pytest.mark.parametrize("decoder", [True, False])
def test_every_token_has_a_text_and_is_what_it_adds(decoder) -> None:
    pieces = bytewise(*BLANKS, USER, decoder=decoder)
    ours = FolderTokenizer(pieces)
    for piece, id in pieces.get_vocab().items():
        if id in ours.marks:
            continue
        alone = bytewise(*BLANKS, USER).decode([id]) if piece not in (*BLANKS, USER) else piece
        assert ours.added_by(id) == alone
        assert ours.text_of(id) == (alone if "\ufffd" not in alone else f"<{ours.text_of(id)[1:3]}>")


def test_a_vocabulary_may_hold_pieces_that_are_no_bytes() -> None:
    pieces = bytewise(marks=("<s>", "｜x｜"))
    pieces = type(pieces).from_str(pieces.to_str().replace('"special":true', '"special":false'))
    assert FolderTokenizer(pieces).text_of(1) == FolderTokenizer(pieces).added_by(1) == "｜x｜"


def test_bytes_that_spell_an_unknown_character_are_its_parts() -> None:
    pieces = sentencepiece("▁", "a", "▁▁")
    pieces.add_tokens([AddedToken("▁▁", special=False, normalized=False)])  # as Gemma has its runs of blanks
    ours = FolderTokenizer(pieces)
    assert [token.text for token in ours.encode("aé\n")] == ["<s>", " ", "a", "<C3>", "<A9>", "\n"]
    assert [token.id for token in ours.encode("aé\n")] == pieces.encode("aé\n").ids
    assert ours.text_of(pieces.token_to_id("▁▁")) == "  "
    assert [ours.added_by(pieces.token_to_id(piece)) for piece in ("<0xC3>", "<0x0A>", "▁▁", "<unk>")] == [
        "\ufffd",
        "\n",
        "  ",
        "",
    ]


@pytest.mark.parametrize("text", ["😃", "ཀཁག", "a" * 101, "😃 ཀཁག"])
def test_words_that_are_unknown_are_tokens_of_a_text(text, published) -> None:
    pieces = wordpiece("hello", "a")
    theirs, model = published("bert", pieces)
    ids = pieces.encode(text).ids
    assert ids == [2, *[1] * len(text.split()), 3]
    trace = model.trace(text)
    assert [token.id for token in trace.tokens] == ids
    assert trace.words == ("[CLS]", *["[UNK]"] * len(text.split()), "[SEP]")
    assert trace.layers[0].pattern.shape[1:] == (len(ids), len(ids))
    np.testing.assert_allclose(trace.logits, logits_of(theirs, ids), rtol=0, atol=1e-5)


@pytest.mark.filterwarnings("default::transformer.TextCutWarning")
def test_a_text_that_ends_in_unknown_words_is_cut_before_its_last_mark(tmp_path) -> None:
    pieces = wordpiece("hello")
    home = written(of_vocabulary("bert", pieces.get_vocab_size()), tmp_path / "bert", pieces)
    with pytest.warns(match="cut after 32 tokens: the 11 that follow"):
        trace = open_folder(home, max_tokens=32).trace("hello" + " 😃" * 40)
    assert [token.id for token in trace.tokens] == [2, 5, *[1] * 29, 3]


@pytest.mark.parametrize("longest", [1, 2, 3])
def test_no_more_tokens_are_kept_than_asked_for(longest) -> None:
    ours = FolderTokenizer(wordpiece("hello"))
    assert len(ours.cut(ours.encode("hello hello"), longest)) == longest
    marks, _ = ours.encode_pair("", "")
    assert ours.cut(marks, longest) == marks[:longest]


def test_a_token_past_the_embedding_is_refused_only_where_it_stands_in_a_text(published) -> None:
    pieces = sentencepiece("▁", "the", "▁the", "bear")
    rows = pieces.get_vocab_size()
    pieces.add_special_tokens(["[PAD]"])
    pieces.add_tokens([AddedToken("<new>", special=False)])
    theirs, model = published("llama-plain", pieces, rows)
    ids = pieces.encode("the bear").ids
    np.testing.assert_allclose(model.trace("the bear").logits, logits_of(theirs, ids), rtol=0, atol=1e-5)
    with pytest.raises(
        ValueError, match=f"no row for the token '<new>': it is number {rows + 1}.* rows 0 to {rows - 1}"
    ):
        model.trace("the <new> bear")


@pytest.mark.parametrize("what", ["a letter", "a mark around each text"])
def test_a_tokenizer_whose_own_tokens_are_past_the_embedding_is_of_another_model(what, published) -> None:
    pieces = wordpiece("hello") if what == "a mark around each text" else bytewise()
    with pytest.raises(FolderError, match="are of different models"):
        published("bert", pieces, rows=3 if what == "a mark around each text" else pieces.get_vocab_size() - 1)


@pytest.mark.parametrize(
    ("kind", "pieces"),
    [
        ("bert", wordpiece),
        ("distilbert", wordpiece),
        ("roberta", lambda *_: roberta()),
        ("camembert", unigram),
        ("xlm-roberta", unigram),
    ],
)
def test_two_texts_are_read_as_one_as_in_the_library(kind, pieces, published) -> None:
    pieces = pieces("a", "bear", "eats", "honey")
    theirs, model = published(kind, pieces)
    read = pieces.encode("a bear", "eats honey")
    more = {"token_type_ids": torch.tensor([read.type_ids])} if kind == "bert" else {}
    trace = model.trace_pair("a bear", "eats honey")
    assert [token.id for token in trace.tokens] == read.ids
    np.testing.assert_allclose(trace.logits, logits_of(theirs, read.ids, **more), rtol=0, atol=1e-5)
    theirs.set_attn_implementation("eager")
    with torch.inference_mode():
        patterns = theirs(torch.tensor([read.ids]), output_attentions=True, **more).attentions
    for layer, pattern in zip(trace.layers, patterns, strict=True):
        np.testing.assert_allclose(layer.pattern, pattern[0], rtol=0, atol=1e-6)


def test_writing_stops_with_a_reason_where_no_text_can_follow(published) -> None:
    pieces = bytewise(*BLANKS, USER)
    _, model = published("qwen2", pieces, pieces.get_vocab_size() + 7)
    past = pieces.get_vocab_size() + 3
    model.transformer.unembedding.weight.data[past] = torch.tensor(model.trace("bear").final[-1]) * 100
    assert int(model.trace("bear").next_logits.argmax()) == past
    written_on = write_on(model, "bear", GREEDY, seed=0, max_chars=600)
    assert (written_on.text, written_on.stopped) == ("bear", NO_TEXT)
    assert with_token(model, "bear", 0, max_chars=600).stopped == AT_END
    assert with_token(model, "bear", pieces.token_to_id("Ã"), max_chars=600).stopped == IN_A_CHARACTER
    assert with_token(model, "bear", pieces.token_to_id("   "), max_chars=600).text == "bear   "
    assert with_token(model, "bear", pieces.token_to_id(USER), max_chars=600).text == f"bear{USER}"


def test_rows_without_a_token_are_no_neighbours(published) -> None:
    pieces = wordpiece("the", "bear", "bee")
    _, model = published("bert", pieces, pieces.get_vocab_size() + 40)
    units = np.ones((model.plan.vocab_size, 1))
    units[: pieces.get_vocab_size()] = 0.5  # the rows without a token are the nearest
    assert list(one_word_changed(model, model.trace("the bear"), units)) == []


def test_unknown_words_of_an_answer_are_read_as_they_stand(tmp_path) -> None:
    pieces = unigram("ours")
    pieces.post_processor = processors.TemplateProcessing("$A </s>", special_tokens=[("</s>", 1)])
    model = open_translator(written(randomized(ENCODER_DECODERS["t5"]()), tmp_path / "t5", pieces))
    trace = model.trace("ours 😃", "ours 😃 ours")
    assert [token.id for token in trace.target] == pieces.encode("ours 😃 ours").ids
    assert [token.text for token in trace.source] == [" ours", " ", "<unk>", "</s>"]
