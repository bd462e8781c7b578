"""The masking page: every mask and cells by hand, what they do to a row, the next word and the loss; and peeking."""

import math

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

from headlight.pages.masking import cells, effects
from headlight.pages.masking import peeking as view
from headlight.reading import reader
from headlight.reading.assets import FOLDER
from tests.draw import Drawing, draw
from tests.pages.screen import address, numbers, opened, payload
from tests.statements import lesson
from transformer import Intervention, load
from transformer.experiments import peeking
from transformer.readings.loss import sentence_loss

TEXT = "She bears the pain"
CAT = "The cat sat on the mat"
MODEL = load("story")
HEAD = {"layer": 3, "head": 1}


def losses(drawn: Drawing) -> dict[str, float]:
    return {bar["label"]: bar["value"] for bar in drawn.payload("loss")["bars"]}


@pytest.mark.parametrize("mask", ["causal", "none", "window"])
def test_the_losses_on_screen_are_those_of_the_text(mask) -> None:
    expected = {name: sentence_loss(MODEL.trace(TEXT, Intervention(mask=name))) for name in ("causal", mask)}
    assert losses(draw("masking", text=TEXT, mask=mask)) == pytest.approx(expected | {"blind": np.log(8192)})


@pytest.mark.parametrize("mask", ["causal", "none", "window"])
def test_one_row_is_shown_before_and_after_the_mask(mask) -> None:
    drawn = draw("masking", text=CAT, mask=mask, layer=4, head=2, query=1)
    stages = MODEL.trace(CAT, Intervention(mask=mask)).layers[3]
    powers = np.exp(stages.scaled[1, 1].astype(float))
    before, after = drawn.numbers("one_row").reshape(2, 6)
    np.testing.assert_allclose(before, powers / powers.sum(), atol=1e-6)
    seen = [0, 1] if mask != "none" else range(6)
    expected = [powers[place] / powers[seen].sum() if place in seen else 0 for place in range(6)]
    np.testing.assert_allclose(after, expected, atol=1e-6)
    never = np.isneginf(stages.masked[1])
    np.testing.assert_array_equal(drawn.hidden("pattern"), never.ravel())
    np.testing.assert_array_equal(drawn.hidden("one_row").reshape(2, 6), [np.zeros(6), never[1]])
    said = drawn.says("one_row")
    assert said.startswith("cat (1) cannot see " if mask != "none" else "cat (1) may attend ahead here")
    if mask != "none":
        assert f"cannot see sat (2): without the mask it would get {100 * powers[2] / powers.sum():.0f}%" in said
        assert f"would get {100 * powers[2:].sum() / powers.sum():.0f}%" in said
        assert f"the others grow {powers.sum() / powers[:2].sum():.2f} times" in said
    else:
        ahead, words = 2 + int(after[2:].argmax()), CAT.split()
        assert f"it gives {words[ahead]} ({ahead}) {100 * after[ahead]:.0f}%" in said
        assert said.endswith(f"and all that come later {100 * after[2:].sum():.0f}%.")


def test_a_click_in_the_pattern_chooses_the_row_and_one_in_masked_toggles_the_cell() -> None:
    drawn = draw("masking", text=TEXT, cells="3.0 1.2")
    assert drawn.chosen("pattern", [3, 0]) == {"query": 3}
    assert drawn.chosen("masked", [2, 1]) == {"cells": "1.2 2.1 3.0", "query": 2}
    assert drawn.chosen("masked", [3, 0]) == {"cells": "1.2", "query": 3}
    assert draw("masking", query=3).payload("pattern")["selected"] == [3, 3]


@pytest.mark.parametrize("mask", ["none", "window"])
def test_another_mask_says_how_much_attention_goes_ahead_and_how_much_was_there(mask: str) -> None:
    causal, now = (MODEL.trace(CAT, Intervention(mask=name)).layers[2].pattern[0] for name in ("causal", mask))
    ahead = sum(now[query, key] for query in range(6) for key in range(query + 1, 6)) / 6
    lost = sum(causal[query, key] for query in range(6) for key in range(6) if now[query, key] == 0) / 6
    said = next(
        note for note in draw("masking", text=CAT, mask=mask, **HEAD).notes if note.startswith("Under this mask")
    )
    assert f"{ahead:.0%} of the head's attention" in said and f"had {lost:.0%} under" in said


@pytest.mark.parametrize("name", [effects.NAMES["none"], effects.NAMES["window"], effects.BY_HAND])
def test_the_sentence_says_the_direction_that_the_numbers_have(name) -> None:
    assert "rises by 0.5000" in effects.loss_sentence(4.5, 4.0, name)
    assert "falls by 0.5000" in effects.loss_sentence(3.5, 4.0, name)
    assert "the same loss" in effects.loss_sentence(4.0, 4.0, name)


def test_only_where_nothing_is_gained_a_model_is_said_not_to_copy_the_answer() -> None:
    assert "never learned to copy it" in effects.loss_sentence(4.5, 4.0, effects.NAMES["none"])
    falling = effects.loss_sentence(1.2, 6.6, effects.NAMES["none"])
    assert "never learned" not in falling and "helps it" in falling
    assert "helps it" not in effects.loss_sentence(1.2, 6.6, effects.NAMES["window"])


def test_a_row_never_loses_its_last_cell() -> None:
    drawn = draw("masking", text=TEXT, cells="2.0 2.1 2.2 1.0")
    said = drawn.notes[0]
    assert said.startswith("3 cells are toggled by hand") and "Row 2 would have no cell left" in said
    pattern = drawn.numbers("pattern").reshape(4, 4)
    assert pattern[2, 2] == 1.0 and not np.isnan(pattern).any()
    assert "1 cell lies beyond this text" in draw("masking", text=TEXT, cells="2.0 2.1 2.2 9.1").notes[0]


def test_cells_beyond_the_text_wait_for_a_longer_one() -> None:
    said = draw("masking", text=TEXT, cells="9.1, nonsense 2.1 x.y").notes[0]
    assert said.startswith("1 cell is toggled by hand") and "1 cell lies beyond this text" in said


def test_cells_are_written_compactly_and_read_back() -> None:
    some = frozenset({(12, 3), (2, 0), (0, 7)})
    assert cells.written(some) == "0.7 2.0 12.3"
    assert cells.parse(cells.written(some)) == some
    assert cells.parse("1.2.3 -1.2 1.1000 1. .2 ١.٢ <b>") == frozenset()


def test_the_cells_can_be_undone_on_the_page() -> None:
    page = opened("masking", cells="3.0")
    page.button(key="undo_cells").click().run()
    assert not page.exception and "cells" not in address(page)
    assert "undo_cells" not in [button.key for button in page.button], "nothing is left to undo"


def test_what_is_said_of_the_example_sentences_is_so() -> None:
    drawn = draw("peeking")
    bars = drawn.payload("losses_of_examples")["bars"]
    falls = sum(bar["value"] < bar["before"] for bar in bars)
    assert len(bars) == len(reader.EXAMPLES) and 0 < falls < len(bars)
    said = f"the loss falls in {falls} of {len(bars)} example sentences and rises in {len(bars) - falls}"
    assert any(said in words for words in drawn.headings)
    assert min(bar["value"] for bar in bars) > 1  # "never comes near 0"


def test_it_opens_with_the_two_models_that_come_with_the_app_and_hides_letters_on_a_switch() -> None:
    drawn, hidden = draw("peeking"), draw("peeking", hide_ahead=True)
    steps = drawn.numbers("two_losses").reshape(4, -1)
    assert steps[2, -1] == pytest.approx(view.BLIND, abs=0.05) and steps[1, -1] < 0.01
    ids = peeking.letters("who peeks cheats")
    for series, mask in enumerate(("causal", "none")):
        shown = peeking.restored(load_file(FOLDER / "peeking.safetensors"), mask)
        pattern, in_view = shown.whole(ids)
        alone = shown.step_by_step(ids)
        for page, chances in ((drawn, in_view), (hidden, alone)):
            np.testing.assert_allclose(page.numbers("letters").reshape(2, -1)[series], chances, atol=1e-6)
        if mask == "none":
            np.testing.assert_allclose(drawn.numbers("ahead").reshape(16, 16), pattern, atol=1e-6)
            assert np.diagonal(pattern, 1).mean() > 0.9, "it looks one letter ahead"
            assert math.exp(np.log(alone).mean()) < 0.005 and math.exp(np.log(in_view).mean()) > 0.98
        else:
            np.testing.assert_allclose(alone, in_view, atol=1e-3)
    assert ["0.0", True] in drawn.payload("verdict")["pieces"] and ["11.1", True] in hidden.payload("verdict")["pieces"]


@pytest.mark.study
def test_two_models_are_trained_again_on_a_button_and_kept() -> None:
    page = opened("peeking")
    page.button(key="train_both").click().run()
    assert not page.exception
    header = payload(page, "two_losses")
    peeked, masked, blind = numbers(page, "two_losses").reshape(4, -1)[1:, -1]
    assert header["names"][0] == "without a mask"
    assert masked == pytest.approx(view.BLIND, abs=0.05) and peeked < 0.01 and blind == pytest.approx(view.BLIND)
    honest, cheat = np.log(numbers(page, "letters").reshape(2, -1)).mean(1)
    assert honest == pytest.approx(-view.BLIND, abs=0.1) and cheat > -0.05
    page = opened("peeking", peeked="1", hide_ahead="true")
    alone, worse = np.log(numbers(page, "letters").reshape(2, -1)).mean(1)
    assert alone == pytest.approx(honest, abs=1e-3) and worse < -2 * view.BLIND
    assert address(page)["peeked"] == "1", "a link shows it too"
    page.text_input(key="letters").set_value("<b>").run()
    assert not page.exception
    assert payload(page, "letters")["labels"] == list("b_")


def test_the_two_conventions_of_torch_are_opposite_as_the_lesson_says() -> None:
    assert "True means *may attend* in `scaled_dot_product_attention` and *is hidden* in `key_padding_mask`" in lesson(
        "masking"
    )
    ones = torch.ones(1, 2, 4)
    values = torch.tensor([[[1.0, 0, 0, 0], [0, 1.0, 0, 0]]])
    first = torch.tensor([[True, False]])
    attended = torch.nn.functional.scaled_dot_product_attention(ones, ones, values, attn_mask=first[:, None])
    torch.testing.assert_close(attended[0, 0], values[0, 0])
    weights = torch.nn.MultiheadAttention(4, 1, batch_first=True)(ones, ones, ones, key_padding_mask=first)[1]
    torch.testing.assert_close(weights[0, 0], torch.tensor([0.0, 1.0]))
