"""The page of one word in three sentences: real numbers at once, its address restores it, calm with any text."""

import numpy as np
import pytest

from tests.awkward import AWKWARD
from tests.pages.screen import hidden, notes, numbers, opened, payload
from transformer import load
from transformer.readings.movement import moved
from ui import reading
from ui.meaning.contexts import TO_TRY

BANK = {"text": "the river bank", "text_2": "They bank the money", "text_3": "a financial bank"}


@pytest.fixture(scope="module")
def model():
    return load("story")


def drift(page) -> dict[str, np.ndarray]:
    header = payload(page, "drift")
    values = numbers(page, "drift").reshape(len(header["rows"]), len(header["columns"]))
    return dict(zip(header["rows"], values, strict=True))


def followed(page, number: int) -> list[str]:
    return [chip["text"] for chip in payload(page, f"chips_{number}")["tokens"] if chip["strong"]]


def test_the_first_screen_compares_bear_in_three_sentences(model):
    page = opened("contextual")
    assert [followed(page, number) for number in (1, 2, 3)] == [["bear"]] * 3
    found = drift(page)
    assert list(found) == ["1 and 2", "1 and 3", "2 and 3"]
    for values in found.values():
        assert values[0] == pytest.approx(1, abs=1e-6)
        assert values[-1] < 0.6
    vectors = [
        model.trace(text).layers[-1].residual_out[place]
        for text, place in ((reading.EXAMPLE, 6), ("The bear ate the honey", 1))
    ]
    expected = vectors[0] @ vectors[1] / np.linalg.norm(vectors[0]) / np.linalg.norm(vectors[1])
    assert found["1 and 2"][-1] == pytest.approx(expected, abs=1e-5)


def test_the_address_restores_sentences_word_and_layer(model):
    page = opened("contextual", **BANK, same_word="bank", layer="5")
    assert [followed(page, number) for number in (1, 2, 3)] == [["bank"]] * 3
    trace = model.trace(BANK["text"])
    amounts = moved(model.transformer, trace, 2)
    np.testing.assert_allclose(numbers(page, "movers_1"), amounts.sum(axis=1).ravel(), rtol=1e-5)
    np.testing.assert_allclose(numbers(page, "mover_heads_1"), amounts[4].ravel(), rtol=1e-5)
    assert payload(page, "movers_1")["selected"][0] == 4


def test_later_words_are_hatched_because_the_mask_hides_them():
    page = opened("contextual", **BANK)
    values, closed = (found(page, "movers_2").reshape(6, -1) for found in (numbers, hidden))
    assert (values[:, 2:] == 0).all() and closed[:, 2:].all() and not closed[:, :2].any()


def test_the_words_of_the_sets_are_found_in_all_three_sentences():
    for word, *sentences in TO_TRY:
        page = opened("contextual", same_word=word, **dict(zip(("text", "text_2", "text_3"), sentences, strict=True)))
        assert all(followed(page, number) for number in (1, 2, 3)), word
        assert len(drift(page)) == 3


def test_a_set_is_taken_with_one_click():
    page = opened("contextual")
    page.button(key="set_1").click().run()
    assert not page.exception
    assert [box.value for box in page.text_input][:3] == list(TO_TRY[1][1:])
    assert page.text_input(key="same_word").value == "bank"


def test_a_word_cut_in_pieces_is_said_and_its_last_piece_or_mean_is_taken(model):
    sentences = dict(zip(("text", "text_2", "text_3"), TO_TRY[-1][1:], strict=True))
    last = opened("contextual", **sentences, same_word="prejudice")
    assert any("into 2 tokens; the last one is followed" in note for note in notes(last))
    mean = opened("contextual", **sentences, same_word="prejudice", pieces="mean")
    assert any("into 2 tokens; their mean is followed" in note for note in notes(mean))
    trace = model.trace(sentences["text"])
    expected = np.mean([moved(model.transformer, trace, place) for place in (1, 2)], axis=0).sum(axis=1)
    expected[:, 3:] = -np.inf
    np.testing.assert_allclose(numbers(mean, "movers_1"), expected.ravel(), rtol=1e-5)
    assert drift(last)["1 and 2"][-1] != pytest.approx(drift(mean)["1 and 2"][-1], abs=1e-3)


def test_a_capital_letter_makes_another_token_and_that_is_said():
    page = opened("contextual", text="Bears won the game", text_2="I love bears", text_3="")
    assert any("another token" in note for note in notes(page))
    assert drift(page)["1 and 2"][0] < 0.9


def test_sentences_without_the_word_are_named_and_left_out():
    page = opened("contextual", text="the river bank", text_2="I love bears", text_3="a financial bank")
    assert any("not in the second sentence" in note for note in notes(page))
    assert list(drift(page)) == ["1 and 3"]


def test_one_sentence_alone_still_shows_what_moved_its_word():
    page = opened("contextual", text="the river bank", text_2="", text_3="")
    assert any("nothing to compare" in note for note in notes(page))
    assert payload(page, "movers_1")["columns"] == ["the", "river", "bank"]
    with pytest.raises(KeyError):
        payload(page, "drift")


def test_a_wanted_word_that_no_sentence_has_falls_back():
    page = opened("contextual", same_word="zebra")
    assert followed(page, 1) == ["bear"]


@pytest.mark.parametrize("text", AWKWARD)
def test_any_text_is_met_calmly(text):
    page = opened("contextual", text=text, text_2=text)
    assert payload(page, "movers_1")["columns"]


@pytest.mark.parametrize("wrong", [{"layer": "99"}, {"pieces": "all"}, {"pieces": ""}, {"same_word": "x" * 200}])
def test_an_address_that_makes_no_sense_falls_back(wrong):
    assert len(drift(opened("contextual", **wrong))) == 3
