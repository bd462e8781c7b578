"""The hero over a matrix, in a real browser: the row that is pointed at shows its ribbons, a word chooses it."""

import re

import pytest
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


@pytest.mark.study
def test_squares_of_heads_stay_where_they_are_pointed_at_and_no_card_covers_its_own_or_is_cut(phone: Screen) -> None:
    page = phone.go("", text="The grandmother in the beautiful garden gave the").page
    squares, card = page.locator(".heads .all button"), page.locator(".picture .card:visible")
    for block in ("center", "start"):  # the second brings some of them under the menu
        page.locator(".heads .all").evaluate("(all, block) => all.scrollIntoView({ block })", block)
        phone.rest()
        ends = page.locator(".st-key-menu").evaluate("menu => menu.getBoundingClientRect().bottom")
        before, seen = squares.evaluate_all("all => all.map(each => each.getBoundingClientRect().toJSON())"), 0
        for number, square in enumerate(before):
            if square["top"] < ends or square["bottom"] > page.viewport_size["height"]:
                continue
            seen += 1
            page.mouse.move(square["left"] + 20, square["top"] + 20)
            told = card.evaluate("card => card.getBoundingClientRect().toJSON()")
            now = squares.nth(number).evaluate("each => each.getBoundingClientRect().toJSON()")
            assert now == square, "it has moved from under the pointer"
            assert told["bottom"] <= square["top"] or told["top"] >= square["bottom"], "the card covers its square"
            assert ends <= told["top"] and told["bottom"] <= page.viewport_size["height"], "the card is cut"
            assert told["left"] >= 0 and told["right"] <= page.viewport_size["width"]
        assert seen
    phone.no_trouble()
