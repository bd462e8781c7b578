"""Patching in a real browser: a choice shows its run, and typing draws the maps anew."""

import re

from playwright.sync_api import expect

from tests.browser.screen import Screen


def test_a_choice_shows_the_run_and_typing_draws_the_maps_anew(screen: Screen) -> None:
    screen.open("patching", text="Tom went to the park because")
    said = screen.page.locator(".says", has_text="a share of")
    screen.settle()
    stream = screen.picture("Shares of the difference, stream")
    stream.press("ArrowUp")
    stream.press("Enter")
    expect(said).to_contain_text("With position 0 as layer 2 reads it")
    expect(screen.page).to_have_url(re.compile("token=0"))
    screen.box.fill("The man went to the park because")
    expect(screen.page.get_by_text("Both texts need equally many tokens")).to_be_visible()
    screen.no_trouble()
