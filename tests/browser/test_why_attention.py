"""Why attention: its views one after another, each in the address, with the sentence that was typed."""

import re

from playwright.sync_api import expect

from headlight.state.places import PAGES
from tests.browser.screen import Screen


def test_every_view_opens_stands_in_the_address_and_the_sentence_is_kept(screen: Screen) -> None:
    screen.go("why_attention", text="bear country")
    for view, title in [*PAGES["why_attention"].views.items()][1:]:
        with screen.answered():
            screen.view(title).click()
        expect(screen.view(title)).to_have_attribute("aria-current", "page")
        expect(screen.page).to_have_url(re.compile(f"at={view}&"))
        screen.no_trouble()
    with screen.answered():
        screen.view("RNN to attention").click()
    expect(screen.box).to_have_value("bear country")
    screen.painted("bear country")
