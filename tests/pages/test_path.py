"""The first path: every guess has an answer that the model gives, and every link leads to a page."""

import pytest

from tests.pages.screen import opened
from ui import contents, reading
from ui.course import first_path


@pytest.mark.parametrize("step", first_path.STEPS, ids=lambda step: step.answer)
def test_the_model_answers_with_one_of_the_options(step) -> None:
    answer = first_path.ANSWERS[step.answer](reading.model())
    assert 0 <= answer.option < len(step.options)
    assert contents.title_of(step.page)


def test_the_answers_are_what_the_lessons_say() -> None:
    right = {
        step.answer: step.options[first_path.ANSWERS[step.answer](reading.model()).option] for step in first_path.STEPS
    }
    assert right["bear_or_country"] == "“bear”"
    assert right["looking_ahead"] == "exactly none"
    assert right["nearest"] == "queen"
    assert right["banks"] == "move apart"


def test_an_answer_appears_with_the_guess_and_not_before() -> None:
    page = opened("path")
    assert not any("**Yes.**" in text.value or "**Not so.**" in text.value for text in page.markdown)
    assert len(page.radio) == len(first_path.STEPS)
    page.radio(key="guess_1").set_value("two").run()
    assert any("**Yes.** The tokenizer cuts it into 2" in text.value for text in page.markdown)
    page.radio(key="guess_4").set_value("“country” itself").run()
    assert any("**Not so.** “country” gives 0.73" in text.value for text in page.markdown)
    assert page.caption[-1].value == "2 of 10 guessed, 1 as it is."


def test_guesses_live_in_the_address() -> None:
    page = opened("path", guess_5="exactly none", guess_6="no such option")
    assert page.radio(key="guess_5").value == "exactly none"
    assert page.radio(key="guess_6").value is None
