"""The two temperatures: what each changes and leaves alone, for any text and address."""

import numpy as np
import pytest

from tests.awkward import AWKWARD
from tests.pages.screen import opened, payload, typed
from tests.pages.test_scaling import TEXT, says
from transformer import Intervention, load
from transformer.softmax import softmax


def test_at_first_both_are_one_and_nothing_differs() -> None:
    page = opened("two_temperatures")
    for key in ("row_attention", "next_attention", "row_output", "next_output"):
        assert "0, exactly" in says(page, key)


def test_attention_temperature_changes_the_pattern_and_output_temperature_does_not() -> None:
    page = opened("two_temperatures", text=TEXT, attention_temperature="2.0", output_temperature="0.5")
    model = load("story")
    plain, warm = model.trace(TEXT), model.trace(TEXT, Intervention(temperature=2.0))
    moved = np.abs(warm.patterns - plain.patterns).max()
    assert f"any head: {moved:.4f}." in says(page, "row_attention")
    assert "any head: 0, exactly." in says(page, "row_output")
    assert all(bar["value"] == bar["before"] for bar in payload(page, "row_output")["bars"])
    chances = softmax(plain.next_logits), softmax(plain.next_logits, 0.5)
    assert f"{np.abs(chances[1] - chances[0]).max():.4f}; all of the ten" in says(page, "next_output")


def test_both_temperatures_can_be_put_to_two_and_back() -> None:
    page = opened("two_temperatures")
    page.button(key="both_at_2").click().run()
    assert not page.exception and page.slider(key="output_temperature").value == 2.0
    page.button(key="both_at_1").click().run()
    assert page.slider(key="attention_temperature").value == 1.0


@pytest.mark.parametrize("text", AWKWARD)
def test_any_text_is_met_calmly(text: str) -> None:
    typed("two_temperatures", text)


def test_temperatures_that_make_no_sense_fall_back() -> None:
    page = opened("two_temperatures", attention_temperature="0", output_temperature="99", layer="9")
    assert "0, exactly" in says(page, "row_attention")
