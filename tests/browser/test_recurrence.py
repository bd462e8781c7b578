"""The way between two words, chosen in the picture itself, in a real browser."""

from playwright.sync_api import expect

from tests.browser.screen import Screen


def test_a_word_and_a_state_that_are_clicked_become_the_ends_of_the_way(screen: Screen) -> None:
    screen.open("recurrence", text="the cat sat on the mat")
    picture = screen.picture("self-attention over")
    picture.focus()
    screen.page.keyboard.press("ArrowRight")
    expect(picture.locator("xpath=following-sibling::div")).to_contain_text("cat, position 1")
    screen.page.keyboard.press("Enter")
    expect(screen.picture("RNN over 6 words: 5 arrows from word 1 to the state at 5")).to_be_visible()
    box = screen.picture("self-attention over").bounding_box()
    screen.picture("self-attention over").click(position={"x": box["width"] * 0.62, "y": 10})
    expect(screen.page.get_by_label("To word")).not_to_have_value("")
    screen.settle()
    end = int(screen.page.get_by_label("To word").input_value())
    assert 1 < end < 5
    expect(screen.picture(f"RNN over 6 words: {end} arrows from word 1 to the state at {end}")).to_be_visible()
