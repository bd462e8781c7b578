"""The worksheet on paper: three sides, whatever the sentence, and on a phone nothing is cut off."""

import re

import pytest
from playwright.sync_api import Browser

from headlight.questions.sheet import MOST, PAPERS, Paper, sheet

LONG = "Yesterday the strongest grandmother carefully explained something wonderful about the beautiful mountains"


@pytest.mark.parametrize("paper", PAPERS)
def test_it_has_three_sides(browser: Browser, paper: Paper) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.set_content(sheet(LONG, paper, "https://school.example/headlight"))
    assert MOST - 2 <= page.locator(".boxes span").count() <= MOST
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))) == 3
    page.close()
