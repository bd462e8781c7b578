"""The hero over a matrix, in a real browser: the row that is pointed at shows its ribbons, a word chooses it."""

import re

from playwright.sync_api import expect

from tests.browser.screen import Screen

TEXT = "The girl stepped into bear country and helped the"


def test_a_row_that_is_pointed_at_shows_its_ribbons_in_the_words_above_at_once(screen: Screen) -> None:
    screen.go("attention", text=TEXT)
    hero = screen.page.locator("[data-picture=looks]")
    word = hero.get_by_role("radio", name="country")
    expect(hero.get_by_role("radio", name="the").last).to_be_checked()
    before = screen.page.url
    matrix = screen.picture("Pattern of layer")
    matrix.focus()
    for _ in range(3):
        screen.page.keyboard.press("ArrowUp")
    expect(word).to_have_class("shown")
    expect(word).not_to_be_checked()
    expect(hero.locator(".says")).to_have_text(re.compile("^country gives"))
    screen.page.keyboard.press("Escape")
    expect(hero.get_by_role("radio", name="the").last).to_be_checked()
    word.hover()
    expect(word).to_have_class("shown")
    assert screen.page.url == before, "only a click chooses"
    with screen.answered():
        word.click()
    expect(screen.page).to_have_url(re.compile("query=5"))
    expect(hero.locator(".says")).to_have_text(re.compile("^country gives"))
    screen.no_trouble()
