"""Why attention: its views one after another, each in the address, with the sentence that was typed."""

import re
from urllib.parse import quote_plus

from playwright.sync_api import expect

from headlight.state.places import VIEWS
from tests.browser.screen import Screen


def test_every_view_opens_stands_in_the_address_and_the_sentence_is_kept(screen: Screen) -> None:
    screen.go("why_attention", text="bear country")
    for name in [*VIEWS["why_attention"]][1:]:
        with screen.answered():
            screen.page.get_by_role("radio", name=name, exact=True).click()
        expect(screen.page.get_by_role("radio", name=name, exact=True)).to_have_attribute("aria-checked", "true")
        expect(screen.page).to_have_url(re.compile(re.escape(f"view={quote_plus(name)}")))
        screen.no_trouble()
    with screen.answered():
        screen.page.get_by_role("radio", name="From RNNs").click()
    expect(screen.box).to_have_value("bear country")
    screen.painted("bear country")
