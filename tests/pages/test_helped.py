"""What would have helped: gradients of scores on the page, the chosen look in words, and the measured check."""

import numpy as np
import pytest

from headlight.pages.learning import helped
from tests.draw import draw
from tests.pages.screen import notes, numbers, opened, payload
from transformer import Intervention, edits, load
from transformer.readings.score_gradients import every_word, moved_row, score_gradients

TEXT = "The hiking trail led us through bear country"


def said(page) -> str:
    return "".join(words for words, _ in payload(page, "look")["pieces"])


def test_the_gradients_of_the_head_are_drawn_in_thousandths() -> None:
    page = draw("one_step", steps_taken="0", text=TEXT, layer="4", head="3")
    model = load("story")
    trace = model.trace(TEXT)
    found = score_gradients(model.transformer, trace, 3, every_word(trace)).scores[2]
    np.testing.assert_allclose(page.numbers("score_gradients"), 1000 * found.ravel(), rtol=1e-4, atol=1e-6)
    np.testing.assert_array_equal(page.hidden("score_gradients"), np.isneginf(trace.layers[3].masked[2]).ravel())
    assert page.chosen("score_gradients", [5, 4]) == {"query": 5, "key_position": 4}
    assert tuple(page.payload("score_gradients")["selected"]) == np.unravel_index(found.argmin(), found.shape)


def test_the_dots_are_measured_and_the_line_is_the_gradient() -> None:
    page = opened("one_step", steps_taken="0", text=TEXT, layer="3", head="1", query="5", key_position="2")
    model = load("story")
    trace = model.trace(TEXT)
    answers = every_word(trace)
    rows = (edits.row(2, 0, 5, moved_row(trace, 2, (0, 5, 2), by)) for by in (-4.0, -1.0, 0.0, 1.0, 4.0))
    passes = [model.trace(TEXT, Intervention(edits=(row,))) for row in rows]
    losses = [-np.log([passed.probabilities[at] for at in answers.items()]).mean() for passed in passes]
    over, measured, line = numbers(page, "one_look").reshape(3, 5)
    np.testing.assert_array_equal(over, [-4, -1, 0, 1, 4])
    np.testing.assert_allclose(measured, losses, atol=1e-5)
    gradient = float(score_gradients(model.transformer, trace, 2, answers).scores[0, 5, 2])
    np.testing.assert_allclose(line, losses[2] + gradient * over, atol=1e-5)
    assert "lower the loss of the sentence by 0.003" in said(page) and "would have helped." in said(page)
    assert any(note.startswith("✓ checked: the slope measured") for note in notes(page))


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        (("2", "5"), "trail (2) may not attend to through (5)"),
        (("0", "0"), "The (0) has nothing else to attend to"),
        (("7", "6"), "The gradient is 0: the loss of the sentence does not feel it."),
        (("5", "4"), "would have hurt."),
    ],
)
def test_the_chosen_look_is_said_in_words(cell, words) -> None:
    page = opened("one_step", steps_taken="0", text=TEXT, layer="3", head="1", query=cell[0], key_position=cell[1])
    assert words in said(page)
    assert any(note.startswith("✓ checked: the slope measured") for note in notes(page))


def test_the_loss_may_be_that_of_one_word_or_of_a_word_that_may_come_next() -> None:
    model = load("story")
    trace = model.trace(TEXT)
    for address, answers in (
        ({"loss_of": "one word", "token": "6"}, {5: trace.tokens[6].id}),
        ({"loss_of": "one word"}, {6: trace.tokens[7].id}),
        ({"loss_of": "one word", "token": "0"}, {0: trace.tokens[1].id}),
        ({"loss_of": "the next word", "candidate": "2"}, {7: int(np.argsort(-trace.next_logits)[1])}),
    ):
        page = opened("one_step", steps_taken="0", text=TEXT, layer="3", head="1", **address)
        found = score_gradients(model.transformer, trace, 2, answers).scores[0]
        np.testing.assert_allclose(numbers(page, "score_gradients"), 1000 * found.ravel(), rtol=1e-4, atol=1e-5)


def test_a_chip_chooses_the_word_whose_loss_is_asked() -> None:
    assert helped.choose_word(3) == {"loss_of": "one word", "token": 3}
    assert helped.choose_word(0)["token"] == 1  # nothing stands before the first


def test_a_box_that_is_left_empty_takes_what_helps_most() -> None:
    gradients = np.array([[0.0, 0.0, 0.0], [3.0, -3.0, 0.0], [1.0, 1.0, -2.0]])
    assert helped.cell_of(gradients, (None, None)) == (1, 1)
    assert helped.cell_of(gradients, (2, None)) == (2, 2)
    assert helped.cell_of(gradients, (None, 0)) == (0, 0)
    assert helped.cell_of(gradients, (9, 9)) == (2, 2)


def test_a_slope_that_disagrees_is_said() -> None:
    assert helped.checked(-0.0030, -0.0031).startswith("✗")
    assert helped.checked(-0.0030, -0.00305).startswith("✓")
    assert helped.checked(0.0, 2e-5).startswith("✗")


def test_the_sum_behind_a_gradient_is_one_click_deeper() -> None:
    page = draw("one_step", steps_taken="0", text=TEXT, layer="3", head="1", query="5", key_position="2", deeper=True)
    trace = load("story").trace(TEXT)
    found = score_gradients(load("story").transformer, trace, 2, every_word(trace))
    assert f"={found.scores[0, 5, 2]:.4g}".replace("-", "−") in page.formula("gradient_formula")
