"""Two models are trained at a button in a real browser."""

import re

from playwright.sync_api import expect

from tests.browser.screen import PATIENCE, Screen


def test_two_models_are_trained_and_the_one_that_peeks_looks_ahead(screen: Screen) -> None:
    screen.go("peeking", more="true")
    pattern = screen.picture("The pattern of the model that was trained without a mask")
    before = screen.photograph(pattern)
    screen.page.get_by_role("button", name="Train both again").click()
    expect(screen.page).to_have_url(re.compile("peeked=1"), timeout=3 * PATIENCE)
    screen.repainted(pattern, before)
    expect(screen.picture("With the mask the loss stays at 3.30, without it falls to 0.00")).to_be_visible()
    screen.no_trouble()
