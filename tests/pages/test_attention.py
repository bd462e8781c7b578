"""The attention page: whatever is typed or asked for in the address, one head is shown and one number taken apart."""

import numpy as np
import pytest

from tests.awkward import AWKWARD
from tests.pages.screen import formula, notes, numbers, opened, payload, typed
from ui import reading


def look(at) -> str:
    """The sentence on the chosen cell."""
    return "".join(words for words, _ in payload(at, "look")["pieces"])


def test_each_stage_is_on_screen_with_its_numbers_and_formula() -> None:
    at = opened("attention", layer="3", head="1")
    stages = reading.model().trace(reading.EXAMPLE).layers[2]
    for key in ("queries", "keys", "values", "scores", "scaled", "masked", "context"):
        np.testing.assert_array_equal(numbers(at, key), getattr(stages, key)[0].ravel())
    np.testing.assert_array_equal(numbers(at, "attended"), stages.attended.ravel())
    np.testing.assert_array_equal(numbers(at, "lines"), stages.pattern[0].ravel())
    assert "√32" in formula(at, "score_formula") and "5.657" in formula(at, "score_formula")
    assert any("rows sum to 1" in note for note in notes(at))


@pytest.mark.parametrize("text", AWKWARD)
def test_awkward_texts_are_met_calmly(text) -> None:
    typed("attention", text)


def test_the_address_restores_head_and_cell() -> None:
    at = opened("attention", text="one two three four", layer="3", head="5", query="2", key_position="1")
    assert "at position 2 looks at" in look(at)
    assert "at position 1 and gives it" in look(at)
    assert "layer 3, head 5" in payload(at, "pattern")["alt"]
    assert payload(at, "pattern")["selected"] == [2, 1]


def test_a_position_past_the_end_counts_as_the_last_token() -> None:
    assert "at position 1 looks at" in look(opened("attention", text="bear country", query="100", key_position="100"))


def test_a_masked_cell_says_that_it_is_masked() -> None:
    at = opened("attention", text="bear country", query="0", key_position="1")
    assert "may not look at" in look(at)
    assert "masked =−∞" in formula(at, "weight_formula")


@pytest.mark.parametrize("name", ["layer", "head", "query", "key_position"])
@pytest.mark.parametrize("value", ["-1", "999", "x", "1.5", ""])
def test_a_wrong_address_falls_back(name, value) -> None:
    opened("attention", **{name: value})
