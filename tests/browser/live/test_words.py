"""Tokens and words in the engine of the live page are those of Python, of texts in every script."""

import dataclasses
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page

from headlight.reading.reader import EXAMPLES
from tests.awkward import AWKWARD
from tests.browser.live.given import CHOSEN, lines, odd, told
from transformer import LanguageModel
from transformer.words import as_typed, goes_on, words_of


@pytest.fixture(scope="module")
def texts() -> list[str]:
    """Texts of many kinds."""
    chance = random.Random(25)
    any_sign = [
        "".join(chr(chance.choice([chance.randint(32, 0x2FFF), chance.randint(0x1F000, 0x1FFFF)])) for _ in "12345")
    ]
    return [*CHOSEN, *AWKWARD, *EXAMPLES, *chance.sample(lines(), 150), *(odd(chance) for _ in range(500)), *any_sign]


def test_tokens_are_those_of_the_tokenizer(engine: Page, story: LanguageModel, texts: list[str]) -> None:
    encoded = told(engine, "texts => texts.map(text => models.plain.tokenizer.encode(text))", texts)
    for text, tokens in zip(texts, encoded, strict=True):
        assert tokens == [dataclasses.asdict(token) for token in story.tokenizer.encode(text)], text


def test_words_are_those_of_python(engine: Page, story: LanguageModel, texts: list[str]) -> None:
    read = """texts => texts.map(text => {
        const tokens = models.plain.tokenizer.encode(text);
        return [wordsOf(text, tokens), asTyped(text, tokens), tokens.map((_, place) => goesOn(tokens, place))];
    })"""
    for text, (words, apart, on) in zip(texts, told(engine, read, texts), strict=True):
        tokens = story.tokenizer.encode(text)
        assert words == [dataclasses.asdict(word) | {"tokens": list(word.tokens)} for word in words_of(text, tokens)], (
            text
        )
        assert tuple(apart) == as_typed(text, tokens), text
        assert on == [goes_on(tokens, place) for place in range(len(tokens))], text


def letters_of(first: int, last: int) -> st.SearchStrategy[str]:
    """Words of a script, of its letters, points, vowel signs and joiners in any order."""
    signs = st.characters(min_codepoint=first, max_codepoint=last, exclude_categories=["Cn"])
    return st.text(signs | st.sampled_from("\u0301\u200c\u200d\u200b\u00ad'’-_ l"), max_size=12)


SCRIPTS = [
    letters_of(*ends)
    for ends in (
        (0x41, 0x24F),  # Latin
        (0x300, 0x36F),  # accents of two characters
        (0x370, 0x52F),  # Greek and Cyrillic
        (0x590, 0x5FF),  # Hebrew with points
        (0x600, 0x6FF),  # Arabic with harakat
        (0x900, 0x97F),  # Devanagari
        (0xB80, 0xBFF),  # Tamil
        (0xE00, 0xEFF),  # Thai and Lao
        (0x1100, 0x11FF),  # Hangul in parts
        (0x2600, 0x27BF),  # signs that a selector turns to pictures
        (0xFE00, 0xFE0F),  # these selectors
        (0x1F3FB, 0x1F64F),  # emoji
    )
]


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])  # a machine may be busy
@given(st.lists(st.lists(st.one_of(SCRIPTS), min_size=1, max_size=4).map("".join), min_size=20, max_size=20))
def test_words_of_every_script_are_those_of_python(engine: Page, story: LanguageModel, texts: list[str]) -> None:
    test_words_are_those_of_python(engine, story, texts)
    for text in texts:
        tokens = story.tokenizer.encode(text)
        assert [place for word in words_of(text, tokens) for place in word.tokens] == [*range(len(tokens))], text


def test_what_a_token_adds_and_how_it_is_written(engine: Page, story: LanguageModel) -> None:
    ids = [id for id in range(story.tokenizer.vocab_size) if id not in story.tokenizer.marks]
    read = "ids => ids.map(id => [models.plain.tokenizer.text(id), models.plain.tokenizer.added(id)])"
    said = told(engine, read, ids)
    assert said == [[story.tokenizer.text_of(id), story.tokenizer.added_by(id)] for id in ids]
