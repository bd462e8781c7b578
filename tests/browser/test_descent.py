"""What learning is, in a browser: a cell of the gradients is taken apart, a step is undone, ten are taken."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.screen import Screen

GRADIENTS = "Gradient of the loss with respect to the scores"


def test_a_chip_asks_about_its_word_and_a_cell_is_taken_apart(screen: Screen) -> None:
    screen.go("one_step", text="The hiking trail led us through bear country", layer=3, head=1, steps_taken=0)
    gradients = screen.picture(GRADIENTS)
    expect(screen.page.get_by_text("the loss of the sentence by")).to_be_visible()
    before = screen.photograph(gradients)
    screen.page.get_by_role("button", name=re.compile("bear")).click()
    expect(screen.page).to_have_url(re.compile(r"(?=.*loss_of=one.word)(?=.*token=6)"))
    expect(screen.page.get_by_text("the loss of “bear” by")).to_be_visible()
    screen.repainted(gradients, before)
    screen.settle()
    gradients.focus()
    for key in ("ArrowRight", "ArrowRight", "Enter"):
        screen.page.keyboard.press(key)
    expect(screen.page).to_have_url(re.compile(r"(?=.*query=5)(?=.*key_position=4)"))
    expect(screen.page.get_by_text("would have hurt.", exact=True)).to_be_visible()
    screen.no_trouble()


def test_a_step_is_taken_and_undone(screen: Screen) -> None:
    """By the number of steps alone: no second control says the same."""
    screen.go("one_step", text="The sky is green")
    expect(screen.page.get_by_text("The loss goes from 4.397 to 1.15")).to_be_visible()
    with screen.answered():
        screen.page.get_by_role("radio", name="0", exact=True).click()
    expect(screen.page.get_by_role("heading", name="Where would more attention have helped?")).to_be_visible()
    expect(screen.page).to_have_url(re.compile("steps_taken=0"))
    expect(screen.page.get_by_role("switch", name="Take the step")).to_have_count(0)
    screen.no_trouble()


@pytest.mark.study
def test_a_sentence_is_learned_by_heart_at_a_button(screen: Screen) -> None:
    screen.go("one_step", text="The sky is green", steps_taken=10)
    expect(screen.page.get_by_text("Guess where 10 steps bring both")).to_be_visible()
    for alt in ("Probability of each word", "Probability of words instead"):  # there is something to attend to at once
        expect(screen.picture(f"{alt}")).to_have_attribute("aria-label", re.compile(", as trained.$"))
    screen.page.get_by_role("button", name="Learn it by heart").click()
    expect(
        screen.page.get_by_text("In ten steps the loss of “The sky is green” goes from 4.397 to 0.02")
    ).to_be_visible()
    expect(screen.page.get_by_text("Guess where 10 steps bring both")).to_have_count(0)
    screen.no_trouble()
