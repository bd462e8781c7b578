"""Tokens of any tokenizer.json: how they are written, where they stand, and which of them stay when a text is long."""

import pytest

from tests.transformer.real import published
from tests.transformer.real.kinds import tokenizer
from transformer.real.pieces import FolderTokenizer


@pytest.fixture
def bytewise():
    return FolderTokenizer(tokenizer())


@pytest.fixture
def wordpiece():
    """BERT's kind: lower case, pieces that go on in a word begin with ##."""
    return FolderTokenizer(published.wordpiece("bear", "##s", "won", "."))


def written(tokens):
    return [token.text for token in tokens]


def test_pieces_are_written_as_a_person_would(bytewise, wordpiece) -> None:
    assert written(bytewise.encode("a b")) == ["<s>", "a", " ", "b", "</s>"]
    assert written(wordpiece.encode("Bears won.")) == ["[CLS]", "bear", "##s", "won", ".", "[SEP]"]
    metaspace = FolderTokenizer(published.unigram("bear"))
    assert written(metaspace.encode("bears")) == ["<s>", " bear", "s", "</s>"]


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
