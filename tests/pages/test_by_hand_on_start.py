"""Attention edited by hand on the start: a ribbon moved or cut, what the model makes of it, and how it is written."""

import numpy as np
import pytest

from headlight.reading.reader import EXAMPLE
from tests.draw import Drawing, draw
from transformer import Intervention, edits, load

MODEL = load("story")


def row(drawn: Drawing) -> np.ndarray:
    """The weights of the last word in the shown head."""
    return drawn.numbers("looks")[: 9 * 9].reshape(9, 9)[-1]


def test_a_ribbon_that_is_moved_takes_its_weight_along_and_the_bars_are_those_of_that_pass() -> None:
    plain = MODEL.trace(EXAMPLE)
    weights = plain.layers[5].pattern[4, 8].astype(float)
    weights[1] += weights[4]
    weights[4] = 0
    expected = MODEL.trace(EXAMPLE, Intervention(edits=(edits.row(5, 4, 8, tuple(weights)),)))
    drawn = draw("start", edited="6.5.8.4.1")
    np.testing.assert_allclose(row(drawn), weights, atol=1e-6)
    following, before = drawn.payload("looks")["following"], drawn.payload("looks")["before"]
    assert [label for label, _ in following][:2] == ["bear", "boy"]
    now = [chance for _, chance in following]
    ids = [MODEL.tokenizer.encode(word)[0].id for word in ("bear", "boy")]
    np.testing.assert_allclose(now[:2], expected.probabilities[-1, ids], atol=1e-6)
    np.testing.assert_allclose(before[:2], plain.probabilities[-1, ids], atol=1e-6)
    assert "“the” attends to “girl” instead of “bear”. “bear” goes from 81% to 4%." in drawn.payload("looks")["about"]


def test_what_a_cut_leaves_sums_to_one_again() -> None:
    weights = MODEL.trace(EXAMPLE).layers[5].pattern[4, 8].copy()
    weights[4] = 0
    np.testing.assert_allclose(row(draw("start", edited="6.5.8.4.x")), weights / weights.sum(), atol=1e-6)
    only = draw("start", edited="6.5.0.0.x", query=0)
    assert only.numbers("looks")[0] == 0, "nothing is left of the only one"


def test_an_edit_starts_from_the_pass_with_those_before_it() -> None:
    first = draw("start", edited="3.1.5.4.0", layer=6, head=5)
    both = draw("start", edited="3.1.5.4.0 6.5.8.4.1", layer=6, head=5)
    expected = row(first).copy()
    expected[1] += expected[4]
    expected[4] = 0
    np.testing.assert_allclose(row(both), expected, atol=1e-6)
    twice = draw("start", edited="6.5.8.4.1 6.5.8.1.2")
    assert row(twice)[[1, 4]].tolist() == [0, 0] and row(twice)[2] > 0.9


def test_a_word_of_several_tokens_is_moved_as_one() -> None:
    drawn = draw("start", text="the prejudice bear", edited="3.1.3.2.0", layer=3, head=1)
    assert drawn.payload("looks")["edits"] == [[2, 0, 2, 1, 0]]
    assert drawn.numbers("looks")[:9].reshape(3, 3)[2, 1] == 0


@pytest.mark.parametrize("edited", ["9.9.8.4.1", "6.5.3.8.1", "6.5.3.1.8", "6.5.8", "x.x", "6.5.8.4.99", "6.5.x.4.1"])
def test_what_cannot_be_is_left_out(edited: str) -> None:
    shown = draw("start", edited=edited).payload("looks")
    assert shown["edits"] == [] and shown["before"] == [] and "By hand" not in shown["about"]


def test_the_picture_hands_over_all_edits_and_none_is_the_untouched_run() -> None:
    drawn = draw("start", text="the prejudice bear")
    edits = [[2, 0, 2, 1, 0], [5, 4, 2, 2, None]]
    assert drawn.chosen("looks", ["edits", edits]) == {"edited": "3.1.3.2.0 6.5.3.3.x"}
    again = draw("start", text="the prejudice bear", edited="3.1.3.2.0 6.5.3.3.x")
    assert again.payload("looks")["edits"] == edits
    assert drawn.chosen("looks", ["edits", []]) == {"edited": None}
