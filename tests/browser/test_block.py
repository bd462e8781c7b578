"""The page of the block in a browser: one of its parts."""

import re

from playwright.sync_api import expect

from tests.browser.screen import Screen


def test_a_part_opens_follows_the_keys_and_stands_in_the_address(screen: Screen) -> None:
    screen.go("block")
    screen.view("Feed-forward").click()
    expect(screen.page.get_by_role("heading", name="The units of layer 6")).to_be_visible()
    expect(screen.page).to_have_url(re.compile("at=feed_forward"))
    screen.type("bear country")
    screen.painted("bear country")
    screen.no_trouble()
