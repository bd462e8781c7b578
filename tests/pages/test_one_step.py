"""One step on the page: what it changes beside what was, the slope's promise, and that it is undone."""

import numpy as np
import pytest

from headlight.parts.words import NO_LOSS
from tests.awkward import AWKWARD
from tests.draw import draw
from tests.pages.screen import numbers, opened, payload
from transformer import load
from transformer.experiments.descent import by_heart, one_step
from transformer.readings.loss import sentence_loss, token_losses

TEXT = "The hiking trail led us through bear country"


def said(page) -> str:
    return "".join(words for words, _ in payload(page, "step_in_words")["pieces"])


@pytest.mark.parametrize("rate", [0.001, 0.1])
def test_both_sides_of_the_step_are_drawn(rate: float) -> None:
    page = opened("one_step", text=TEXT, rate=str(rate), more="true")
    model = load("story")
    before = model.trace(TEXT)
    step = one_step(model, model.tokenizer.ids(TEXT), rate)
    after = step.after.trace(TEXT)
    assert payload(page, "losses")["names"] == ["as trained", "after the step"]
    expected = [token_losses(before), token_losses(after)]
    np.testing.assert_allclose(numbers(page, "losses").reshape(2, -1), expected, rtol=1e-3, atol=1e-4)
    drawn = {bar["label"]: (bar["before"], bar["value"]) for bar in payload(page, "next_word")["bars"]}
    for trace, side in ((before, 0), (after, 1)):
        likeliest = trace.probabilities[-1].argmax()
        label = model.tokenizer.text_of(int(likeliest)).strip()
        assert drawn[label][side] == pytest.approx(trace.probabilities[-1, likeliest], rel=1e-2)
    words = f"goes from {sentence_loss(before):.3f} to {sentence_loss(after):.3f}", f"a fall of {rate * step.slope:.3f}"
    assert all(each in said(page) for each in words)


def test_each_press_rolls_the_ball_a_step_on_and_the_tenth_shows_what_was_learned() -> None:
    page, ids = opened("one_step", text=TEXT), load("story").tokenizer.ids(TEXT)
    losses = by_heart(load("story"), ids, ids, 0.01).losses
    for steps in (1, 2, 3):
        over, gone, ahead = numbers(page, "ball").reshape(3, -1)
        assert payload(page, "ball")["at"] == steps and over[-1] == steps + 2
        np.testing.assert_allclose(gone[: 4 * steps + 1 : 4], losses[: steps + 1], rtol=1e-3)
        np.testing.assert_allclose(ahead[[4 * steps, 4 * steps + 4]], losses[steps : steps + 2], rtol=1e-3)
        assert np.isnan(gone[4 * steps + 1 :]).all() and np.isnan(ahead[: 4 * steps]).all()
        page.button(key="step_on").click().run()
    page = opened("one_step", text=TEXT, steps_taken="9")
    assert numbers(page, "ball").reshape(3, -1)[0, -1] == 10 and "Step 9: the loss" in said(page)
    page.button(key="step_on").click().run()
    assert all(bar["before"] is not None for bar in payload(page, "told")["bars"])


def test_the_loss_at_every_rate_is_one_click_deeper() -> None:
    page = draw("one_step", text=TEXT, rate="0.01", deeper=True)
    model = load("story")
    ids = model.tokenizer.ids(TEXT)
    rates, losses, straight = page.numbers("loss_by_rate").reshape(3, -1)
    for at in (0, 5, -1):
        step = one_step(model, ids, float(rates[at]))
        assert losses[at] == pytest.approx(sentence_loss(step.after.trace(TEXT)), rel=1e-2)
        assert straight[at] == pytest.approx(max(step.loss - rates[at] * step.slope, 0), abs=1e-3)
    assert sum(bar["value"] for bar in page.payload("shares")["bars"]) == pytest.approx(1)
    step = one_step(model, ids, 0.01)
    assert f"={0.01 * step.slope:.4g}" in page.formula("step_formula")


@pytest.mark.parametrize("text", ["a", AWKWARD[5]])
def test_a_text_of_one_token_has_no_loss_to_step_down(text: str) -> None:
    """That any text is drawn calmly is tried in test_every_view.py."""
    assert (NO_LOSS in draw("one_step", deeper=True, text=text, rate=0.1).notes) == (text == "a")
