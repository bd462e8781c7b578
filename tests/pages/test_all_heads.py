"""All heads: all heads and the chosen one in one board, restored by the address, calm with any text."""

import numpy as np
import pytest

from headlight.frame import live_check, reading
from headlight.frame.address import SENTENCE
from tests.awkward import AWKWARD
from tests.pages.screen import captions, hidden, items, notes, numbers, opened, payload, typed


def pictures(page, board: str = "overview") -> list[str]:
    """The keys of a board's pictures, from the top."""
    return [item["key"] for item in items(page, board) if item["kind"] == "picture"]


def test_the_first_screen_shows_the_example_whole() -> None:
    page = opened("all_heads")
    assert pictures(page) == ["chips", "head_grid", "pattern", "next_word"]
    assert payload(page, "chips")["text"] == reading.EXAMPLE
    assert next(item["title"] for item in items(page, "overview") if item["kind"] == "heading") == "All heads"
    assert live_check.CHECKED in notes(page)


def test_the_arithmetic_is_what_enters_and_the_scores() -> None:
    assert pictures(opened("all_heads", arithmetic="true"), "overview_arithmetic") == ["masked", "input_strips"]


def test_the_pictures_hold_what_the_model_computed() -> None:
    page = opened("all_heads", text="bear country", layer="2", head="5", arithmetic="true")
    trace = reading.model().trace("bear country")
    grid = numbers(page, "head_grid")  # colours in the lower byte, hundredths in the upper one
    np.testing.assert_array_equal(grid & 255, np.rint(trace.patterns * 255).ravel())
    np.testing.assert_allclose((grid >> 8) / 100, trace.patterns.ravel(), atol=0.00501)
    np.testing.assert_array_equal(numbers(page, "pattern"), trace.layers[1].pattern[4].ravel())
    assert hidden(page, "pattern").tolist() == [False, True, False, False] and not hidden(page, "masked").any()
    np.testing.assert_array_equal(numbers(page, "masked"), trace.layers[1].masked[4].ravel())
    embedded_and_positions = np.stack([trace.embedded, trace.positions]).ravel()
    np.testing.assert_array_equal(numbers(page, "input_strips"), embedded_and_positions)


def test_the_sentence_under_the_pattern_says_its_numbers() -> None:
    page = opened("all_heads", text="bear country", layer="2", head="5")
    row = reading.model().trace("bear country").layers[1].pattern[4, 1]
    said = "".join(words for words, _ in payload(page, "pattern")["says"])
    assert said.startswith("country ")
    assert f"{row.max():.2f} of its attention" in said


@pytest.mark.parametrize(
    ("dial", "value"),
    [("mask", "none"), ("mask", "window"), ("scaled", "false"), ("attention_temperature", "0.5")],
)
def test_a_dial_in_the_address_changes_what_the_heads_do(dial: str, value: str) -> None:
    text = "The hiking trail led us through bear country"
    usual = opened("all_heads", text=text)
    changed = opened("all_heads", text=text, **{dial: value})
    assert not np.array_equal(numbers(usual, "head_grid"), numbers(changed, "head_grid"))


def test_the_output_temperature_changes_the_next_word_alone() -> None:
    usual = opened("all_heads")
    changed = opened("all_heads", output_temperature="0.5")
    np.testing.assert_array_equal(numbers(usual, "head_grid"), numbers(changed, "head_grid"))
    assert payload(changed, "next_word")["bars"][0]["value"] > payload(usual, "next_word")["bars"][0]["value"]


@pytest.mark.parametrize("text", AWKWARD)
def test_any_text_is_met_calmly(text: str) -> None:
    page = typed("all_heads", text)
    shown = payload(page, "head_grid")["text"]
    assert shown == (reading.as_read(text[:SENTENCE]) or reading.EXAMPLE)


def test_a_text_that_was_cut_is_said_to_be() -> None:
    assert any("tokens at a time" in caption for caption in captions(opened("all_heads", text="a b " * 150)))
    long = "The hiking trail led us through bear country and " * 200
    assert any("600 characters" in caption for caption in captions(opened("all_heads", text=long)))


@pytest.mark.parametrize("params", [{"layer": "99"}, {"head": "x"}, {"mask": "sideways"}, {"text": ["bear", "cub"]}])
def test_an_address_that_makes_no_sense_falls_back(params: dict) -> None:
    page = opened("all_heads", **params)
    best = reading.model().roles.best("modifier")
    assert payload(page, "head_grid")["selected"] == list(best)
