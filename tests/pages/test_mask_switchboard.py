"""The mask switchboard: masks, padding and cells by hand, what they do to the loss, and two tiny models."""

import numpy as np
import pytest

from headlight.frame import reading
from headlight.views.masking import mask_switches
from headlight.views.masking import peeking_room as peeking
from tests.awkward import AWKWARD
from tests.pages.screen import captions, headings, notes, numbers, opened, payload, typed
from transformer import Intervention, load
from transformer.readings.loss import sentence_loss, token_losses
from transformer.softmax import softmax

TEXT = "She bears the pain"


def says(page, key: str) -> str:
    return "".join(words for words, _ in payload(page, key)["pieces"])


def losses(page) -> dict[str, float]:
    return {bar["label"]: bar["value"] for bar in payload(page, "loss")["bars"]}


def test_the_first_screen_shows_the_four_stages_and_the_text_as_examples() -> None:
    page = opened("mask_switchboard", arithmetic="true")
    trace = load("story").trace(reading.EXAMPLE)
    stages = trace.layers[2]
    for stage in ("scores", "scaled", "masked"):
        np.testing.assert_allclose(numbers(page, stage).reshape(8, 8), getattr(stages, stage)[0])
    assert payload(page, "masked")["choosable"] and not payload(page, "pattern")["choosable"]
    rows = payload(page, "examples")["rows"]
    assert [row["answer"] for row in rows] == list(trace.words[1:])
    assert [sum(row["seen"]) for row in rows] == list(range(1, 8))
    np.testing.assert_allclose([row["loss"] for row in rows], token_losses(trace))
    assert losses(page) == pytest.approx({"causal": sentence_loss(trace), "blind": np.log(8192)})
    assert "0 of 7 rows" in says(page, "loss_in_words")


def test_the_address_restores_mask_window_padding_and_cells() -> None:
    address = {"mask": "window", "window": "2", "padding": "3", "hide_padding": "false", "cells": "3.0 1.2"}
    page = opened("mask_switchboard", text=TEXT, **address)
    change = Intervention(mask="window", window=2, padding=3, padding_hidden=False, toggled=frozenset({(3, 0), (1, 2)}))
    trace = load("story").trace(TEXT, change)
    np.testing.assert_allclose(numbers(page, "masked").reshape(7, 7), trace.layers[2].masked[0])
    assert losses(page)["now"] == pytest.approx(sentence_loss(trace))
    assert "1 of 3 rows" in says(page, "loss_in_words")
    best = payload(page, "next_word")["bars"][0]
    assert best["value"] == pytest.approx(softmax(trace.next_logits).max())
    assert best["before"] is not None


def test_without_a_mask_every_answer_is_in_view() -> None:
    page = opened("mask_switchboard", text=TEXT, mask="none")
    assert "3 of 3 rows" in says(page, "loss_in_words")
    assert all(all(row["seen"]) for row in payload(page, "examples")["rows"])


def test_a_row_never_loses_its_last_cell() -> None:
    page = opened("mask_switchboard", text=TEXT, cells="2.0 2.1 2.2 1.0")
    said = notes(page)[0]
    assert said.startswith("3 cells are toggled by hand") and "Row 2 would have no cell left" in said
    pattern = numbers(page, "pattern").reshape(4, 4)
    assert pattern[2, 2] == 1.0 and not np.isnan(pattern).any()


def test_cells_beyond_the_text_wait_for_a_longer_one() -> None:
    page = opened("mask_switchboard", text=TEXT, cells="9.1, nonsense 2.1 x.y")
    assert notes(page)[0].startswith("1 cell is toggled by hand")
    assert "1 cell lies beyond this text" in notes(page)[0]


def test_cells_are_written_compactly_and_read_back() -> None:
    cells = frozenset({(12, 3), (2, 0), (0, 7)})
    assert mask_switches.written(cells) == "0.7 2.0 12.3"
    assert mask_switches.parsed(mask_switches.written(cells)) == cells
    assert mask_switches.parsed("1.2.3 -1.2 1.1000 1. .2 ١.٢ <b>") == frozenset()


def test_the_cells_can_be_undone() -> None:
    page = opened("mask_switchboard", cells="3.0")
    page.button(key="undo_cells").click().run()
    assert not page.exception and page.text_input(key="cells").value == ""


def test_padding_at_the_end_changes_nothing_under_the_causal_mask() -> None:
    page = opened("mask_switchboard", text=TEXT, padding="4", hide_padding="false")
    assert "The same loss" in says(page, "loss_in_words")
    assert len(payload(page, "examples")["rows"]) == 3


def test_what_is_said_of_the_example_sentences_is_so() -> None:
    page = opened("peeking")
    bars = payload(page, "losses_of_examples")["bars"]
    falls = sum(bar["value"] < bar["before"] for bar in bars)
    assert len(bars) == len(reading.EXAMPLES) and 0 < falls < len(bars)
    assert any(f"it falls in {falls} and rises in {len(bars) - falls}" in said for said in headings(page))
    assert min(bar["value"] for bar in bars) > 1  # "it never comes near 0"


def test_two_models_are_trained_on_a_button_and_kept() -> None:
    page = opened("peeking")
    assert "Nothing is trained yet" in captions(page)[-1]
    page.button(key="train_both").click().run(timeout=120)
    assert not page.exception
    header = payload(page, "two_losses")
    masked, peeked, blind = numbers(page, "two_losses").reshape(4, -1)[1:, -1]
    assert header["names"][0] == "with the causal mask"
    assert masked == pytest.approx(peeking.BLIND, abs=0.05) and peeked < 0.01 and blind == pytest.approx(peeking.BLIND)
    used = {bar["label"]: (bar["before"], bar["value"]) for bar in payload(page, "loss_when_used")["bars"]}
    assert used["no mask"][0] < 0.05 and used["no mask"][1] > 2 * peeking.BLIND
    assert used["masked"][0] == pytest.approx(used["masked"][1], abs=1e-3)
    page.text_input(key="letters").set_value("<b>").run()
    assert not page.exception
    assert payload(page, "ahead")["rows"] == list("_b_")


@pytest.mark.parametrize("text", AWKWARD)
def test_any_text_is_met_calmly(text: str) -> None:
    typed("mask_switchboard", text, arithmetic="true")
    page = typed("mask_switchboard", text, mask="none")
    assert np.isfinite([bar["value"] for bar in payload(page, "next_word")["bars"]]).all()


def test_a_window_out_of_range_falls_back() -> None:
    page = opened("mask_switchboard", text=TEXT, mask="window", window="99")
    assert page.slider(key="window").value == 4


@pytest.mark.parametrize(
    "address",
    [
        {"mask": "sideways", "window": "0", "padding": "99", "hide_padding": "perhaps", "cells": "x" * 2500},
        {"mask": "", "window": "x", "padding": "-1"},
    ],
)
def test_an_address_that_makes_no_sense_falls_back(address) -> None:
    page = opened("mask_switchboard", text=TEXT, **address)
    assert "causal" in losses(page) and "now" not in losses(page)


def test_a_seed_and_letters_that_make_no_sense_fall_back() -> None:
    page = opened("peeking", peek_seed="-1", letters="é")
    assert page.number_input(key="peek_seed").value == 0
