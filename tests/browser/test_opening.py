"""Every number opens, in a real browser: from a cell, a bar or by the keyboard to its terms, and back."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.screen import Screen
from transformer import load

GIRL = "The girl stepped into bear country and helped the"
TREE = "[data-picture=term_tree]"
WAY = f"{TREE} :is(.before button, .level:not(.further) > .name)"  # what was opened one after another


def opens(screen: Screen, picture: Locator, key: str, number: str) -> None:
    """An arrow key goes to a number of a picture, and the letter o opens it."""
    picture.focus()
    picture.press(key)
    picture.press("o")
    expect(screen.page).to_have_url(re.compile(rf"opened={number}"))
    screen.settle()
    screen.no_trouble()


def test_a_click_on_a_cell_offers_to_open_it_and_back_leads_home(screen: Screen) -> None:
    screen.go("attention", text=GIRL, layer=6, head=5)
    pattern = screen.picture("Pattern of layer 6, head 5")
    box = pattern.bounding_box()
    assert box
    pattern.click(position={"x": box["width"] * 0.6, "y": box["height"] * 0.96})  # the last row
    door = screen.page.get_by_role("button", name="Open its terms")
    expect(door).to_be_visible()
    expect(screen.page).to_have_url(re.compile("key_position="))
    screen.settle()
    expect(door).to_be_visible()  # the answer to the click has not taken it away
    key = int(re.search(r"key_position=(\d+)", screen.page.url)[1])  # type: ignore[index]
    door.press("Enter")
    expect(screen.page).to_have_url(re.compile(rf"at=attributed.*opened=pattern\.6\.5\.8\.{key}"))
    screen.settle()
    weight = load("story").trace(GIRL).layers[5].pattern[4, 8, key]
    expect(screen.page.locator(WAY).last).to_contain_text(f"{weight:.4f}")
    screen.page.go_back()
    expect(screen.picture("Pattern of layer 6, head 5")).to_be_visible()
    screen.no_trouble()


def test_keys_and_the_number_of_a_bar_or_a_sentence_open_too(screen: Screen) -> None:
    screen.go("embeddings", table="this model", text=GIRL, more="true")
    strip = screen.picture("The row of the chosen word")
    opens(screen, strip, "ArrowUp", r"embedded\.")
    screen.go("all_heads", text=GIRL)
    number = screen.page.get_by_title(re.compile("Open the terms of")).first
    number.click()
    expect(screen.page).to_have_url(re.compile(r"opened=probability\.\d+"))
    screen.go("next_word", text=GIRL, more="true")
    screen.page.locator(".says").get_by_title(re.compile("Open the terms of")).last.click()
    expect(screen.page).to_have_url(re.compile(r"cut=heads"))
    screen.no_trouble()


def test_a_phone_shows_the_open_number_under_the_names_that_lead_back(phone: Screen) -> None:
    phone.go("attributed", text=GIRL, opened="probability.1091 logit.1091")
    levels, names = phone.page.locator(f"{TREE} .level"), phone.page.locator(f"{TREE} .before button")
    expect(levels).to_have_count(1)
    expect(levels).to_contain_text("Logit")
    expect(names).to_have_count(1)
    with phone.answered():
        levels.locator("li button").first.tap()
    expect(levels).to_contain_text("Final")
    expect(names).to_have_text([re.compile("Probability"), re.compile("Logit")])
    phone.fits()
    with phone.answered():
        names.first.tap()
    expect(levels).to_contain_text("Probability")
    expect(phone.page).to_have_url(re.compile(r"opened=probability\.1091(&|$)"))
    phone.no_trouble()
