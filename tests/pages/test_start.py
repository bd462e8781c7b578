"""The start: the sentence as words, the chosen word and head restored by the address, any text met calmly."""

import numpy as np
import pytest

from headlight.frame import reading
from tests.awkward import AWKWARD
from tests.pages.screen import numbers, opened, payload, typed
from transformer import load


def weights(page) -> np.ndarray:
    """The weights between all words in the shown head."""
    count = len(payload(page, "looks")["words"])
    return numbers(page, "looks")[: count * count].reshape(count, count)


def test_the_opening_shows_country_looking_at_bear_and_what_comes_next() -> None:
    page = opened("start")
    shown = payload(page, "looks")
    words = [word["text"] for word in shown["words"]]
    assert " ".join(words) == shown["text"] == reading.OPENING
    assert words[shown["chosen"]] == "country" and shown["head"] == [2, 0]
    assert weights(page)[shown["chosen"]].argmax() == words.index("bear")
    assert shown["following"][0][0] == "bear" and shown["following"][0][1] == pytest.approx(0.813, abs=1e-3)


def test_any_other_text_begins_with_its_last_word_in_the_head_of_the_address() -> None:
    page = opened("start", text="bear country", layer="2", head="5")
    shown, trace = payload(page, "looks"), load("story").trace("bear country")
    assert shown["chosen"] == 1 and shown["head"] == [1, 4]
    np.testing.assert_allclose(weights(page), trace.layers[1].pattern[4], atol=1e-7)
    rows = numbers(page, "looks")[4:].reshape(6, 6, 2)
    np.testing.assert_allclose(rows, trace.patterns[:, :, 1], atol=1e-7)
    assert shown["following"][0][1] == pytest.approx(trace.probabilities[-1].max(), abs=1e-6)


def test_a_word_of_two_tokens_is_one_and_its_row_is_that_of_the_second() -> None:
    page = opened("start", text="the prejudice", token="1")
    trace = load("story").trace("the prejudice")
    assert len(trace.tokens) == 3 and payload(page, "looks")["chosen"] == 1
    row = trace.layers[2].pattern[0, 2]
    np.testing.assert_allclose(weights(page)[1], [row[0], row[1] + row[2]], atol=1e-7)


def test_words_with_an_apostrophe_are_one_and_a_mark_stands_close() -> None:
    shown = payload(opened("start", text="We didn't, no"), "looks")["words"]
    assert [(word["text"], word["apart"]) for word in shown] == [
        ("We", True),
        ("didn't", True),
        (",", False),
        ("no", True),
    ]


def test_a_place_past_the_end_is_the_last_word() -> None:
    assert payload(opened("start", text="bear country", token="100"), "looks")["chosen"] == 1


@pytest.mark.parametrize("text", AWKWARD)
def test_any_text_is_met_calmly(text: str) -> None:
    page = typed("start", text)
    np.testing.assert_allclose(weights(page).sum(-1), 1, atol=1e-5)
