"""Sentences that differ in one word: of as many tokens, of the same form, and nearest first."""

import pytest

from tests.awkward import AWKWARD
from transformer import load
from transformer.readings.neighbours import one_word_changed
from transformer.similarity import unit

MODEL = load("story")
UNITS = unit(MODEL.transformer.embedding.weight.detach().numpy())


@pytest.mark.parametrize(
    "text",
    [
        "Tom went to the park because",
        "“Bears!” said Winnie-the-Pooh, and he’d 3 unbelievable ones.",
        *filter(str.strip, AWKWARD),
    ],
)
def test_each_differs_in_the_one_token_and_in_nothing_else(text: str) -> None:
    trace = MODEL.trace(text)
    ids = [token.id for token in trace.tokens]
    for each in one_word_changed(MODEL, trace, UNITS):
        others = MODEL.tokenizer.ids(each.text)
        assert len(others) <= MODEL.config.max_tokens
        assert [place for place, (one, other) in enumerate(zip(ids, others, strict=True)) if one != other] == [
            each.position
        ]
        assert each.word[0].isupper() == trace.tokens[each.position].text.strip()[0].isupper()


def test_letters_before_an_accent_are_a_piece_of_a_longer_word() -> None:
    trace = MODEL.trace("Tom went to the park\u0301 because")
    changed = {trace.tokens[each.position].text for each in one_word_changed(MODEL, trace, UNITS)}
    assert " the" in changed and " park" not in changed
