"""What the lessons say of gradients and of steps down them, with the numbers that they give, is so."""

import numpy as np
import pytest

from tests.statements import lesson
from transformer import LanguageModel, load
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
