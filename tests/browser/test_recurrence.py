"""The way between two words, chosen in the picture itself, in a real browser."""

import re

from playwright.sync_api import expect

from tests.browser.screen import Screen


def test_a_word_and_a_state_that_are_clicked_become_the_ends_of_the_way(screen: Screen) -> None:
    screen.go("recurrence", text="the cat sat on the mat")
    picture = screen.picture("self-attention over")
    picture.focus()
    screen.page.keyboard.press("ArrowRight")
    expect(picture.locator("xpath=following-sibling::div")).to_contain_text("cat, position 1")
    screen.page.keyboard.press("Enter")
    expect(screen.picture("RNN over 6 words: 5 arrows from word 1 to the state at 5")).to_be_visible()
    picture = screen.picture("self-attention over")
    picture.click(position={"x": picture.bounding_box()["width"] * 0.62, "y": 10})
    expect(screen.page).to_have_url(re.compile("to_word=[234]"))  # neither the first word nor the last
    end = int(re.findall(r"to_word=(\d)", screen.page.url)[-1])
    expect(screen.picture(f"RNN over 6 words: {end} arrows from word 1 to the state at {end}")).to_be_visible()
