"""The page of the block in a browser: one of its parts."""

import re

from playwright.sync_api import expect

from tests.browser.screen import Screen


def test_a_part_opens_follows_the_keys_and_stands_in_the_address(screen: Screen) -> None:
    screen.go("block")
    screen.view("Feed-forward").click()
    expect(screen.page.get_by_role("heading", name="What layer 6 adds to “bear”")).to_be_visible()
    expect(screen.page).to_have_url(re.compile("at=feed_forward"))
    screen.page.get_by_role("button", name="unit 189").press("Enter")
    expect(screen.page).to_have_url(re.compile(r"cut_unit=6\.189"))
    expect(screen.page.get_by_text("Without unit 189")).to_be_visible()
    expect(screen.page.get_by_role("button", name="unit 189")).to_have_attribute("aria-pressed", "true")
    screen.type("bear country")
    screen.painted("bear country")
    screen.no_trouble()
