"""The scaling lab in a real browser: turning a dial moves its own picture, and only that."""

import re

from playwright.sync_api import expect

from tests.browser.screen import Screen


def test_the_output_temperature_moves_the_next_word_and_no_pattern(screen: Screen) -> None:
    screen.go("two_temperatures", text="bear country")
    attention, output = screen.picture("What the last token attends to"), screen.picture("The most likely next tokens")
    looked, next_word = attention.nth(1).inner_text(), output.nth(1).inner_text()
    screen.page.get_by_role("slider", name="Output temperature").press("ArrowRight")
    expect(screen.page).to_have_url(re.compile("output_temperature=2.1"))
    expect(screen.page.get_by_role("heading", name="Output temperature 2.1: attention")).to_be_visible()
    expect(output.nth(1)).not_to_have_text(next_word)
    screen.settle()
    assert attention.nth(1).inner_text() == looked


def test_arrow_keys_read_a_curve(screen: Screen) -> None:
    screen.go("scaling_lab", softmax_of="eight Gaussian numbers")
    curve = screen.picture("Over the multiplier").first
    curve.focus()
    screen.page.keyboard.press("ArrowRight")
    card = curve.locator("xpath=following-sibling::div")
    expect(card).to_contain_text(re.compile(r"multiplier 1\.\d+.*largest weight 0\.\d+"))


def test_the_first_view_opens_from_one_whose_keys_stand_in_the_address(screen: Screen) -> None:
    screen.go("scaling_lab", softmax_of="your numbers", numbers="9, 9")
    screen.view("Scaling in one head").click()
    expect(screen.picture("The attention weights that softmax makes")).to_be_visible()
    screen.view("Softmax lab").click()
    expect(screen.page.get_by_label("Numbers", exact=True)).to_have_value("9, 9")
    screen.no_trouble()


def test_the_index_of_a_symbol_stands_beside_its_letter_and_below_it_on_a_switch(screen: Screen) -> None:
    switch = screen.go("scaling_lab").page.locator(".toggle", has_text="Divide by")
    letter, index = (switch.locator(part).bounding_box() for part in ("i", "sub"))
    assert letter and index and abs(index["x"] - letter["x"] - letter["width"]) < 2
    assert index["y"] + index["height"] > letter["y"] + letter["height"]
