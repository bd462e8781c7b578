"""What the lessons say of gradients and of steps down them, with the numbers that they give, is so."""

import numpy as np
import pytest

from tests.statements import lesson
from transformer import LanguageModel, load
from transformer.experiments.descent import one_step
from transformer.readings.loss import sentence_loss
from transformer.readings.score_gradients import every_word, score_gradients

HIKING = "The hiking trail led us through bear country"


@pytest.fixture(scope="module")
def model() -> LanguageModel:
    return load("story")


def test_the_look_that_would_have_helped_most_is_worth_seven_times_as_much_to_the_bear(model: LanguageModel) -> None:
    trace, said = model.trace(HIKING), lesson("helped")
    answers = every_word(trace)
    through, trail, us = (trace.words.index(word) for word in ("through", "trail", "us"))
    mean, bear = (
        score_gradients(model.transformer, trace, 2, asked).scores[0]
        for asked in (answers, {through: answers[through]})
    )
    assert (
        np.unravel_index(mean.argmin(), mean.shape) == np.unravel_index(bear.argmin(), bear.shape) == (through, trail)
    )
    assert f"a weight of {trace.layers[2].pattern[0, through, trail]:.2f}" in said
    assert f"lowers the mean loss by {-mean[through, trail]:.4f} nats" in said
    assert f"the same look is worth {-bear[through, trail]:.4f}" in said
    assert bear[through, trail] / mean[through, trail] == pytest.approx(len(answers), rel=0.02)
    assert mean[through, us] == pytest.approx(-mean[through, trail], rel=0.05)  # "would have hurt as much"


def test_rows_of_words_before_an_easy_guess_are_pale(model: LanguageModel) -> None:
    trace = model.trace(HIKING)
    found = score_gradients(model.transformer, trace, 2, every_word(trace)).scores[0]
    chances = np.array([trace.probabilities[place, id] for place, id in every_word(trace).items()])
    easiest = int(chances[1:].argmax()) + 1
    assert chances[easiest] > 0.9 and np.abs(found[easiest]).max() < 0.2 * np.abs(found).max()


def test_a_slope_holds_nearby_and_at_the_highest_rate_the_loss_rises(model: LanguageModel) -> None:
    ids, said = model.tokenizer.ids(HIKING), lesson("one_step")
    steps = {rate: one_step(model, ids, rate) for rate in (0.0001, 0.01, 0.1)}
    after = {rate: sentence_loss(step.after.trace(HIKING)) for rate, step in steps.items()}
    falls = steps[0.0001].loss - after[0.0001], 0.0001 * steps[0.0001].slope
    assert f"that is {falls[1]:.3f} nats at a rate of 0.0001, and it falls by {falls[0]:.3f}" in said
    promised = f"{0.01 * steps[0.01].slope:.3f}"
    assert f"promises {promised}" in said and float(promised) > steps[0.01].loss  # "more than there is to lose"
    assert f"falls from {steps[0.01].loss:.3f} to {after[0.01]:.3f}" in said
    assert f"rises to {after[0.1]:.3f}" in said and after[0.1] > steps[0.1].loss


def test_hardly_a_look_moves_in_a_step(model: LanguageModel) -> None:
    before, said = model.trace(HIKING), lesson("one_step")
    after = one_step(model, model.tokenizer.ids(HIKING), 0.01).after.trace(HIKING)
    moved = np.abs(after.patterns - before.patterns).sum(-1).mean() / 2
    assert f"on average {100 * moved:.1f} % of a row's weight went elsewhere" in said
    weights = sum(weight.numel() for weight in model.transformer.parameters())
    assert f"The model has {weights / 1e6:.1f} million weights" in said
