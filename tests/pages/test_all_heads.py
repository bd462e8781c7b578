"""All heads: all heads and the chosen one in one board, for any state of the dials."""

import numpy as np
import pytest

from headlight.frame import live_check, reading
from tests.draw import draw
from tests.pages.screen import opened, payload
from transformer import load

TEXT = "The hiking trail led us through bear country"


def test_the_first_screen_shows_the_example_whole() -> None:
    drawn = draw("all_heads")
    assert drawn.keys == ["chips", "head_grid", "pattern", "next_word"]
    assert drawn.payload("chips")["text"] == reading.EXAMPLE
    assert drawn.titles[0] == "All heads"
    assert live_check.CHECKED in drawn.notes


def test_the_arithmetic_is_what_enters_and_the_scores() -> None:
    assert draw("all_heads", deeper=True).keys[4:] == ["masked", "input_strips"]


def test_the_pictures_hold_what_the_model_computed() -> None:
    drawn = draw("all_heads", deeper=True, text="bear country", layer=2, head=5)
    trace = load("story").trace("bear country")
    grid = drawn.numbers("head_grid")  # colours in the lower byte, hundredths in the upper one
    np.testing.assert_array_equal(grid & 255, np.rint(trace.patterns * 255).ravel())
    np.testing.assert_allclose((grid >> 8) / 100, trace.patterns.ravel(), atol=0.00501)
    np.testing.assert_array_equal(drawn.numbers("pattern"), trace.layers[1].pattern[4].ravel())
    assert drawn.hidden("pattern").tolist() == [False, True, False, False] and not drawn.hidden("masked").any()
    np.testing.assert_array_equal(drawn.numbers("masked"), trace.layers[1].masked[4].ravel())
    embedded_and_positions = np.stack([trace.embedded, trace.positions]).ravel()
    np.testing.assert_array_equal(drawn.numbers("input_strips"), embedded_and_positions)
    assert drawn.chosen("head_grid", [3, 1]) == {"layer": 4, "head": 2}


def test_the_sentence_under_the_pattern_says_its_numbers() -> None:
    row = load("story").trace("bear country").layers[1].pattern[4, 1]
    said = draw("all_heads", text="bear country", layer=2, head=5).says("pattern")
    assert said.startswith("country ")
    assert f"{row.max():.2f} of its attention" in said


@pytest.mark.parametrize(
    ("dial", "value"),
    [("mask", "none"), ("mask", "window"), ("scaled", False), ("attention_temperature", 0.5)],
)
def test_a_dial_changes_what_the_heads_do(dial: str, value: str | bool | float) -> None:
    usual, changed = draw("all_heads", text=TEXT), draw("all_heads", text=TEXT, **{dial: value})
    assert not np.array_equal(usual.numbers("head_grid"), changed.numbers("head_grid"))


def test_the_output_temperature_changes_the_next_word_alone() -> None:
    usual, changed = draw("all_heads"), draw("all_heads", output_temperature=0.5)
    np.testing.assert_array_equal(usual.numbers("head_grid"), changed.numbers("head_grid"))
    assert changed.payload("next_word")["bars"][0]["value"] > usual.payload("next_word")["bars"][0]["value"]


def test_a_text_that_was_cut_is_said_to_be() -> None:
    assert any("tokens at a time" in note for note in draw("all_heads", text="a b " * 150).notes)
    assert any("600 characters" in note for note in draw("all_heads", text=f"{TEXT} and " * 200).notes)


@pytest.mark.parametrize("params", [{"layer": "0"}, {"head": "x"}, {"mask": "sideways"}, {"text": ["bear", "cub"]}])
def test_an_address_that_makes_no_sense_falls_back(params: dict) -> None:
    page = opened("all_heads", **params)
    best = load("story").roles.best("modifier")
    assert payload(page, "head_grid")["selected"] == list(best)
