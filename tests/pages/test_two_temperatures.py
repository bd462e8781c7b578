"""The two temperatures: what each changes and leaves alone, for any text and address."""

import numpy as np
import pytest

from headlight.pages.scaling.two_temperatures import exactly, moved
from headlight.parts import dials
from tests.draw import draw
from tests.pages.test_scaling import TEXT
from transformer import Intervention, load
from transformer.softmax import softmax


def test_it_opens_with_both_at_two_where_each_changes_something() -> None:
    shown = draw("two_temperatures")
    assert all(bar["value"] == bar["before"] for bar in shown.payload("row_output")["bars"])
    for key in ("row_attention", "next_attention", "next_output"):
        assert any(bar["value"] != bar["before"] for bar in shown.payload(key)["bars"])


def test_where_both_are_one_nothing_differs() -> None:
    shown = draw("two_temperatures", attention_temperature=1.0, output_temperature=1.0)
    for key in ("row_attention", "row_output"):
        assert all(bar["value"] == bar["before"] for bar in shown.payload(key)["bars"])
    assert "0, exactly" in shown.says("next_attention") and "0, exactly" in shown.says("next_output")


def test_attention_temperature_changes_the_pattern_and_output_temperature_does_not() -> None:
    shown = draw("two_temperatures", text=TEXT, attention_temperature=2.0, output_temperature=0.5)
    model = load("story")
    plain, warm = model.trace(TEXT), model.trace(TEXT, Intervention(temperature=2.0))
    drawn = {bar["label"]: bar["value"] for bar in shown.payload("row_attention")["bars"]}
    layer, head = shown.state[dials.BRINGING]
    row = warm.layers[layer].pattern[head, -1]
    assert drawn == {word: pytest.approx(float(row[warm.words.index(word)]), abs=1e-6) for word in drawn}
    assert all(bar["value"] == bar["before"] for bar in shown.payload("row_output")["bars"])
    chances = softmax(plain.next_logits), softmax(plain.next_logits, 0.5)
    assert f"{np.abs(chances[1] - chances[0]).max():.4f}; the first ten ranks stay" in shown.says("next_output")


def test_a_difference_is_called_nought_only_where_it_is() -> None:
    assert (
        exactly(0.0) == "0, exactly"
        and exactly(1e-9) == "1\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}10⁻⁹"
        and exactly(0.25) == "0.2500"
    )


def test_ranks_that_change_are_counted() -> None:
    before = np.arange(40.0)[::-1] / 780
    after = before.copy()
    after[[3, 4]] = after[[4, 3]]
    assert "".join(words for words, _ in moved(before, after)).endswith("2 of the first ten ranks change.")
    assert "the first ten ranks stay" in "".join(words for words, _ in moved(before, before))
