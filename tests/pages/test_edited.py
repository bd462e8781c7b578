"""Attention edited by hand in a matrix: what a drag, a ready pattern and undo set, and the run that comes of it."""

import numpy as np
import pytest

from tests.draw import draw
from transformer import Intervention, edits, load
from transformer.edited_rows import ready, with_weight

MODEL, TEXT = load("story"), "The girl stepped into bear country and helped the"
HERE = {"text": TEXT, "layer": 6, "head": 5, "editing": True}


def test_an_edited_run_stands_beside_the_untouched_one() -> None:
    plain = MODEL.trace(TEXT)
    row = with_weight(plain.layers[5].pattern[4, 8], 4, 0.1)
    expected = MODEL.trace(TEXT, Intervention(edits=(edits.row(5, 4, 8, tuple(row)),)))
    drawn = draw("attention", **HERE, edited="6.5.8.4=0.10")
    np.testing.assert_allclose(drawn.numbers("pattern").reshape(9, 9)[8], row, atol=1e-6)
    bars = {bar["label"]: bar for bar in drawn.payload("next_words")["bars"]}
    bear = MODEL.tokenizer.encode("bear")[0].id
    assert bars["bear"]["before"] == pytest.approx(plain.probabilities[-1, bear], rel=1e-5)
    assert bars["bear"]["value"] == pytest.approx(expected.probabilities[-1, bear], rel=1e-4)
    moved = [bar["value"] for bar in drawn.payload("moved_stream")["bars"]]
    assert moved[:5] == [0] * 5 and moved[5] > 0
    assert any("the weight from “the” to “bear” is 0.10" in note for note in drawn.notes)
    untouched = draw("attention", **{**HERE, "editing": False}, edited="6.5.8.4=0.10")
    np.testing.assert_array_equal(untouched.numbers("pattern"), plain.layers[5].pattern[4].ravel())


def test_edits_are_made_one_after_the_other() -> None:
    drawn = draw("attention", **HERE, edited="3.1=previous 6.5=3.1 6.5.8.4=0.50 6.5.2.1=0.25")
    expected = ready("previous", np.tril(np.ones((9, 9), dtype=bool)))
    expected[8], expected[2] = with_weight(expected[8], 4, 0.5), with_weight(expected[2], 1, 0.25, np.arange(9) < 3)
    np.testing.assert_allclose(drawn.numbers("pattern"), expected.ravel(), atol=1e-6)


def test_a_pattern_is_taken_from_another_sentence() -> None:
    other = MODEL.trace("A boy went into the forest").layers[5].pattern[4]
    drawn = draw("attention", **HERE, edited="6.5=text", pattern_of="A boy went into the forest")
    count = len(other)
    np.testing.assert_allclose(drawn.numbers("pattern").reshape(9, 9)[:count, :count], other, atol=1e-6)


@pytest.mark.parametrize(
    ("edited", "drag", "expected"),
    [
        ("", [8, 4, 0.254], "6.5.8.4=0.25"),
        ("6.5.8.4=0.25", [8, 4, 7], "6.5.8.4=1.00"),
        ("6.5.8.4=0.25", [8, 3, 0.5], "6.5.8.4=0.25 6.5.8.3=0.50"),
        ("3.1=first rubbish 9.9=first 6.5.1.2=0.5 6.5.8.99=1 6.5.8.4=7", [8, 3, 0], "3.1=first 6.5.8.3=0.00"),
    ],
)
def test_a_drag_is_one_edit_and_nonsense_none(edited: str, drag: list, expected: str) -> None:
    found = draw("attention", **HERE, edited=edited, undone="3.1=first").chosen("pattern", drag)
    assert found == {"edited": expected, "undone": None, "query": 8, "key_position": drag[1]}
    assert draw("attention", **HERE).chosen("pattern", [8, 4]) == {"query": 8, "key_position": 4}


def test_undo_and_redo_go_back_and_forth_in_the_address() -> None:
    state = draw("attention", **HERE, edited="3.1=first 6.5.8.4=0.25").state
    press = {part.key: part for dial in state.view.dials for part in dial.parts}
    undone = state.moved(**press["undo_edit"].press(state).sets)
    assert (undone.get("edited"), undone.get("undone")) == ("3.1=first", "6.5.8.4=0.25")
    assert undone.moved(**press["redo_edit"].press(undone).sets) == state
    assert press["redo_edit"].can(undone) and not press["redo_edit"].can(state)
    copied = state.moved(copied_head="3.1")
    assert press["paste_head"].press(copied).sets["edited"] == "3.1=first 6.5.8.4=0.25 6.5=3.1"
    assert press["ready_pattern"].offered(state)["Attend to itself"]["edited"].endswith(" 6.5=itself")
    assert not press["paste_head"].can(state.moved(copied_head="nonsense"))
