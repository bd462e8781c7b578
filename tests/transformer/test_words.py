"""Words of both languages, their tokens, and patterns merged from tokens to words."""

import sys
from itertools import accumulate, pairwise
from unicodedata import category

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.awkward import AWKWARD
from transformer.tokenizer import Token
from transformer.words import (
    Word,
    all_letters,
    as_typed,
    between_words,
    goes_on,
    merge_to_words,
    split_words,
    told_apart,
    words_of,
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The red car.", ["The", "red", "car", "."]),
        ("L'accord n'a pas été signé.", ["L'", "accord", "n'", "a", "pas", "été", "signé", "."]),
        ("Qu'est-ce qu'il y a aujourd'hui ?", ["Qu'", "est-ce", "qu'", "il", "y", "a", "aujourd'hui", "?"]),
        ("Lorsqu'elle s'en va", ["Lorsqu'", "elle", "s'", "en", "va"]),
        ("It didn't rain at Tom's, I'm sure", ["It", "didn't", "rain", "at", "Tom's", ",", "I'm", "sure"]),
        ("a well-known house", ["a", "well-known", "house"]),
        ('"Yes," he said...', ['"', "Yes", ',"', "he", "said", "..."]),
        ("in 1992", ["in", "1992"]),
        ("हिन्दी किताब", ["हिन्दी", "किताब"]),
        ("தமிழ் மொழி", ["தமிழ்", "மொழி"]),
        ("שָׁלוֹם עוֹלָם", ["שָׁלוֹם", "עוֹלָם"]),
        ("مَرْحَبًا بِكُم", ["مَرْحَبًا", "بِكُم"]),
        ("می\u200cخواهم بروم", ["می\u200cخواهم", "بروم"]),  # of one word, written apart
        ("un cafe\u0301 noir, l'e\u0301te\u0301", ["un", "cafe\u0301", "noir", ",", "l'", "e\u0301te\u0301"]),
        ("ภาษา\u200bไทย ที่", ["ภาษา", "\u200b", "ไทย", "ที่"]),
        ("co\u00adoperate", ["co\u00adoperate"]),
        ("bear ❤\ufe0f👩\u200d👧 \u0301a", ["bear", "❤\ufe0f👩\u200d👧", "\u0301", "a"]),
        ("", []),
        ("   ", []),
    ],
)
def test_words_and_punctuation_marks_are_found(text, words):
    assert [text[start:end] for start, end in split_words(text)] == words


def test_a_word_knows_its_tokens(small_tokenizer):
    text = "The hiking trail, she bears"
    tokens = small_tokenizer.encode(text)
    words = words_of(text, tokens)
    assert [word.text for word in words] == ["The", "hiking", "trail", ",", "she", "bears"]
    for word in words:
        assert text[word.start : word.end] == word.text
        assert "".join(tokens[at].text for at in word.tokens).strip() == word.text
    wide = "The  bear, she"
    typed = [word.as_typed(wide) for word in words_of(wide, small_tokenizer.encode(wide))]
    assert typed == [("The", True), ("␣", True), ("bear", True), (",", False), ("she", True)]


def test_marks_are_words_of_their_own():
    text = "Oui"
    tokens = (Token(" Oui", 5, 0, 3), Token("<|end|>", 0, 3, 3))
    assert [(word.text, word.tokens) for word in words_of(text, tokens)] == [("Oui", (0,)), ("<|end|>", (1,))]
    typed = (Token("[MASK]", 5, 0, 6), Token(" m", 6, 6, 8), Token("<|end|>", 0, 8, 15))
    words = [("[MASK]", 0, 6), ("m", 7, 8), ("<|end|>", 8, 15)]
    assert [(word.text, word.start, word.end) for word in words_of("[MASK] m<|end|>", typed)] == words


@pytest.mark.parametrize("text", [text for text in AWKWARD if text.strip() and len(text) < 500])
def test_every_token_of_an_awkward_text_is_in_one_word(small_tokenizer, text):
    tokens = small_tokenizer.encode(text)
    places = [at for word in words_of(text, tokens) for at in word.tokens]
    assert places == list(range(len(tokens)))


@given(st.text(st.characters(codec="utf-8"), min_size=1, max_size=40))
def test_every_token_of_any_text_is_in_one_word(small_tokenizer, text):
    tokens = small_tokenizer.encode(text)
    assert [at for word in words_of(text, tokens) for at in word.tokens] == list(range(len(tokens)))


def test_what_leans_on_a_letter_is_known_whole():
    """Wherever a sign stands in Unicode, it belongs to the letter before it."""
    parts = [sign for sign in map(chr, range(sys.maxunicode + 1)) if category(sign) in {"Mn", "Mc", "Me", "Cf"}]
    assert {sign for sign in parts if split_words(f"a{sign}b") != ((0, 3),)} == {"\u200b"}


@pytest.mark.parametrize(
    ("texts", "goes"),
    [
        (("h", "iker", " didn", "'t", " go", "."), (False, True, False, True, False, False)),
        (("hike", "##r", "."), (False, True, False)),  # as encoders mark them
        (("ह", "ि", "न"), (False, True, True)),  # a vowel sign, and a letter after one
        (("e", "\u0301", "\u0302", "t"), (False, True, True, True)),
        (("❤", "\ufe0f", "a"), (False, False, False)),
        (("\u0301", "a"), (False, False)),
        (("a", "\u200b", "b"), (False, False, False)),
    ],
)
def test_a_piece_or_a_sign_goes_on_with_the_word_before_it(texts, goes):
    ends = [0, *accumulate(len(text.removeprefix("##")) for text in texts)]
    tokens = tuple(Token(text, 5, *place) for text, place in zip(texts, pairwise(ends), strict=True))
    assert tuple(goes_on(tokens, place) for place in range(len(tokens))) == goes


def test_letters_with_signs_on_them_are_letters_alone():
    assert all_letters("हिन्दी") and all_letters("cafe\u0301")
    assert not all_letters("") and not all_letters("a1") and not all_letters("l'a")


def test_merging_sums_over_keys_and_averages_over_queries(small_tokenizer):
    source, target = "fruit bananas", "bears hiking trails"
    keys, queries = (small_tokenizer.encode(text) for text in (source, target))
    pattern = np.random.default_rng(0).dirichlet(np.ones(len(keys)), size=len(queries)).astype(np.float32)
    key_words, query_words = words_of(source, keys), words_of(target, queries)
    merged = merge_to_words(pattern, query_words, key_words)
    assert merged.shape == (3, 2)
    for row, query in enumerate(query_words):
        for column, key in enumerate(key_words):
            cells = [sum(pattern[q, k] for k in key.tokens) for q in query.tokens]
            assert merged[row, column] == pytest.approx(sum(cells) / len(cells))
    np.testing.assert_allclose(merged.sum(axis=1), 1, atol=1e-6)


@pytest.mark.parametrize(
    ("texts", "labels"),
    [
        ((" the", " bear", " the"), ("the", "bear", "the")),
        ((" flash", "light", " light"), ("flash", "light", "␣light")),
        ((" ", "light", " Light"), ("␣", "light", "Light")),
        ((" ", "  ", "   ", "    "), ("␣", "␣␣", "␣␣␣", "␣×4")),
        (("light",), ("light",)),
        ((), ()),
    ],
)
def test_a_mark_tells_two_tokens_apart_only_where_both_are_there(texts, labels):
    assert told_apart(texts) == labels


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("Bär", ["B", "ä₁", "ä₂", "r"]),
        ("a bear ❤️", ["a", "bear", "␣", "❤₁", "❤₂", "❤₃", "❤️₄", "❤️₅", "❤️₆"]),  # two characters, seen as one
        ("bear country", ["bear", "country"]),
        ("<C3>", None),  # typed so
    ],
)
def test_parts_of_a_character_are_labelled_as_it_was_typed(bundled_tokenizer, text, labels):
    tokens = bundled_tokenizer.encode(text)
    written = as_typed(text, tokens)
    assert list(written) == (labels or list(told_apart([token.text for token in tokens])))


def test_a_part_of_a_character_may_have_the_blank_before_it():
    tokens = (Token("is", 5, 0, 2), Token("<20><F0><9F>", 6, 2, 4), Token("<A6>", 7, 3, 4), Token("<99>", 8, 3, 4))
    assert as_typed("is 🦙", tokens) == ("is", "🦙₁", "🦙₂", "🦙₃")


@given(st.lists(st.integers(1, 3), min_size=1, max_size=7), st.integers(0, 9))
def test_the_row_of_a_word_is_its_last_tokens_with_weights_added(lengths: list[int], seed: int) -> None:
    ends = np.cumsum(lengths)
    words = [
        Word("w", 0, 1, tuple(range(end - length, end))) for end, length in zip(ends.tolist(), lengths, strict=True)
    ]
    count = int(ends[-1])
    pattern = np.random.default_rng(seed).random((2, count, count))
    pattern /= pattern.sum(-1, keepdims=True)
    found = between_words(pattern, words)
    np.testing.assert_allclose(found.sum(-1), 1)
    for query, looking in enumerate(words):
        for key, seen in enumerate(words):
            expected = sum(pattern[1, looking.tokens[-1], at] for at in seen.tokens)
            assert found[1, query, key] == pytest.approx(expected)


def test_words_with_a_blank_between_them_are_two_though_their_tokens_leave_it_out() -> None:
    assert not goes_on([Token("bear", 0, 0, 4), Token("country", 0, 5, 12)], 1)
