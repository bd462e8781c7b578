"""Tokens of any tokenizer.json: how they are written, where they stand, and which of them stay when a text is long."""

import pytest
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

from tests.transformer.real.kinds import tokenizer
from transformer.real.pieces import FolderTokenizer


@pytest.fixture
def bytewise():
    return FolderTokenizer(tokenizer())


@pytest.fixture
def wordpiece():
    """BERT's kind: lower case, pieces that go on in a word begin with ##."""
    words = ["[UNK]", "[CLS]", "[SEP]", "bear", "##s", "won", "."]
    pieces = Tokenizer(models.WordPiece({word: id for id, word in enumerate(words)}, unk_token="[UNK]"))
    pieces.normalizer = normalizers.BertNormalizer()
    pieces.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    pieces.decoder = decoders.WordPiece()
    pieces.add_special_tokens(["[UNK]", "[CLS]", "[SEP]"])
    pieces.post_processor = processors.BertProcessing(("[SEP]", 2), ("[CLS]", 1))
    return FolderTokenizer(pieces)


@pytest.fixture
def metaspace():
    """SentencePiece's kind: a space is a letter of its own."""
    words = [("<unk>", 0.0), ("▁bear", -1.0), ("s", -2.0), ("▁", -3.0), ("b", -4.0)]
    pieces = Tokenizer(models.Unigram(words, 0, False))
    pieces.pre_tokenizer = pre_tokenizers.Metaspace()
    pieces.decoder = decoders.Metaspace()
    return FolderTokenizer(pieces)


def written(tokens):
    return [token.text for token in tokens]


def test_pieces_are_written_as_a_person_would(bytewise, wordpiece, metaspace) -> None:
    assert written(bytewise.encode("a b")) == ["<s>", "a", " ", "b", "</s>"]
    assert written(wordpiece.encode("Bears won.")) == ["[CLS]", "bear", "##s", "won", ".", "[SEP]"]
    assert written(metaspace.encode("bears")) == [" bear", "s"]


def test_tokens_say_where_they_stand(bytewise, wordpiece) -> None:
    text = "Bears won."
    places = [text[token.start : token.end] for token in wordpiece.encode(text)]
    assert places == ["", "Bear", "s", "won", ".", ""]
    assert "".join(text[token.start : token.end] for token in bytewise.encode(text)) == text


def test_no_mark_can_be_typed(bytewise, wordpiece) -> None:
    for pieces, mark in ((bytewise, "</s>"), (wordpiece, "[SEP]")):
        inside = pieces.encode(f"a {mark} b")[1:-1]
        assert not {token.id for token in inside} & (pieces.marks - {0})


@pytest.mark.parametrize("text", ["", " ", "\ud800", "\0", "😀 é مرحبا"])
def test_whatever_is_typed_gives_tokens_or_none(text, wordpiece) -> None:
    for token in wordpiece.encode(text):
        assert 0 <= token.start <= token.end <= len(text)


def test_a_text_of_nothing_has_no_tokens(wordpiece, bytewise) -> None:
    assert wordpiece.encode("  ") == bytewise.encode("") == ()


def test_the_marks_at_the_end_of_a_long_text_are_kept(bytewise) -> None:
    tokens = bytewise.encode("abcdefg")
    assert written(bytewise.cut(tokens, 5)) == ["<s>", "a", "b", "c", "</s>"]
    assert bytewise.cut(tokens, 9) == tokens


def test_there_is_no_text_of_no_token(bytewise) -> None:
    with pytest.raises(ValueError, match="there is no token 90"):
        bytewise.text_of(90)
