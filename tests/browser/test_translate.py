"""The page that translates in a real browser: French follows the keys, and a word lights the words it goes with."""

import re

from playwright.sync_api import expect

from tests.browser.screen import Screen


def test_french_follows_the_keys_and_a_word_lights_the_word_it_looks_at(screen: Screen) -> None:
    screen.go("translate", arithmetic="false")
    screen.type("The red car")
    screen.painted("The red car")
    french = screen.page.locator(".word.target", has_text="voiture")
    english = screen.page.locator(".word.source", has_text="car")
    french.hover()
    expect(english).to_have_attribute("data-weight", re.compile(r"0\.[5-9]|1\.00"))
    expect(screen.page.get_by_text("attends, while it is written, to")).to_be_visible()
    weight = english.get_attribute("data-weight")
    screen.page.locator(".word.target", has_text="La").focus()
    screen.page.keyboard.press("ArrowRight")
    screen.page.keyboard.press("ArrowUp")  # from “voiture” to the English word that it attends to most
    expect(english).to_be_focused()
    expect(french).to_have_attribute("data-weight", weight)
    screen.page.keyboard.press("Escape")
    expect(french).not_to_have_attribute("data-weight", weight)
    screen.no_trouble()
