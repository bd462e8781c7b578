"""The first path: every guess has an answer that the model gives, and every link leads to a page."""

import numpy as np
import pytest

from tests.pages.screen import captions, opened
from transformer import Intervention
from transformer.experiments.paths import paths
from ui import contents, reading
from ui.course import first_path


@pytest.mark.parametrize("step", first_path.STEPS, ids=lambda step: step.answer)
def test_the_model_answers_with_one_of_the_options(step) -> None:
    answer = first_path.ANSWERS[step.answer](reading.model())
    assert 0 <= answer.option < len(step.options)
    assert contents.title_of(step.page)


def _answers(model) -> dict[str, str]:
    """The right option of each stop, worked out here from tokens, weights and traces alone."""
    pieces = ["one", "two", "three or more"][min(len(model.tokenizer.ids("prejudice")), 3) - 1]
    rows = model.transformer.embedding.weight.numpy().astype(np.float64)
    cosines = rows @ rows[model.tokenizer.ids("king")[0]] / np.linalg.norm(rows, axis=1)
    nearest = model.tokenizer.text_of(int(cosines.argsort()[-2])).strip()  # the last is king itself

    twice = model.trace("bear bear")
    same, summed = ((values[0] == values[1]).all() for values in (twice.embedded, twice.layers[0].residual_in))
    positions = {(True, True): "the same vector twice", (True, False): "the same embedding, but different sums"}

    pattern = model.trace("bear country").layers[2].pattern[0]
    hiking = model.trace(first_path.HIKING)
    without = model.trace(first_path.HIKING, Intervention(silenced=frozenset({(2, 0)})))
    changed = hiking.next_logits.argmax() != without.next_logits.argmax()

    def likeliest(temperature: float) -> float:
        powers = np.exp((hiking.next_logits - hiking.next_logits.max()).astype(np.float64) / temperature)
        return powers.max() / powers.sum()

    banks = [model.trace(text) for text in ("the river bank", "a financial bank")]
    vectors = [[trace.layers[layer].residual_out[2] for trace in banks] for layer in (0, 5)]
    after_first, after_last = (one @ other / np.linalg.norm(one) / np.linalg.norm(other) for one, other in vectors)
    powers = np.exp(100 * np.array([2.0, 4.0, 5.0]) - 500)
    return {
        "pieces": pieces,
        "nearest": nearest,
        "same_word_twice": positions.get((bool(same), bool(summed)), "two different embeddings"),
        "bear_or_country": "“bear”" if pattern[1, 0] > pattern[1, 1] else "“country” itself",
        "looking_ahead": "exactly none" if pattern[0, 1] == 0 else "a little",
        "times_a_hundred": "it takes everything" if powers[2] / powers.sum() > 0.9999 else "it becomes a little larger",
        "silenced": "yes, another" if changed else "no, the same one",
        "banks": "move apart" if after_last < after_first else "grow more alike",
        "colder": "rises" if likeliest(0.5) > likeliest(1.0) else "falls",
        "path_length": f"{len(hiking.tokens)} in a recurrent network, 1 in attention",
    }


def test_the_option_that_is_called_right_is_what_the_model_does() -> None:
    expected = _answers(reading.model())
    assert [step.answer for step in first_path.STEPS] == list(expected)
    for step in first_path.STEPS:
        answer = first_path.ANSWERS[step.answer](reading.model())
        assert step.options[answer.option] == expected[step.answer], step.answer


def test_the_numbers_that_questions_and_answers_give_are_so() -> None:
    said = {step.answer: first_path.ANSWERS[step.answer](reading.model()).words for step in first_path.STEPS}
    asked = {step.answer: step.before for step in first_path.STEPS}
    model = reading.model()
    assert f"a row of {model.config.d_model} numbers" in asked["nearest"]
    assert "(0.04, 0.26, 0.71)" in asked["times_a_hundred"]
    powers = np.exp([2.0, 4.0, 5.0])
    np.testing.assert_allclose(powers / powers.sum(), [0.04, 0.26, 0.71], atol=0.005)
    to_bear, to_country = model.trace("bear country").layers[2].pattern[0, 1]
    assert f"{to_bear:.2f} of its attention to “bear” and {to_country:.2f} to itself" in said["bear_or_country"]
    pictured = paths("RNN", 8, 0, 7, 4)  # what the page draws and counts
    assert (
        f"needs {pictured.length}: one from “The” into its own state, and 7 from state to state" in said["path_length"]
    )
    assert f"needs {paths('self-attention', 8, 0, 7, 4).length}, however long" in said["path_length"]


def test_an_answer_appears_with_the_guess_and_not_before() -> None:
    page = opened("path")
    assert not any("**Yes.**" in text.value or "**Not so.**" in text.value for text in page.markdown)
    assert len(page.radio) == len(first_path.STEPS)
    page.radio(key="guess_1").set_value("two").run()
    assert any("**Yes.** The tokenizer cuts it into 2" in text.value for text in page.markdown)
    page.radio(key="guess_4").set_value("“country” itself").run()
    assert any("**Not so.** “country” gives 0.73" in text.value for text in page.markdown)
    assert "2 of 10 guessed, 1 as it is." in captions(page)


def test_guesses_live_in_the_address() -> None:
    page = opened("path", guess_5="exactly none", guess_6="no such option")
    assert page.radio(key="guess_5").value == "exactly none"
    assert page.radio(key="guess_6").value is None
