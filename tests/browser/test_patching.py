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


def test_one_word_of_the_sentence_is_changed_by_a_choice(screen: Screen) -> None:
    screen.open("patching", text="The girl stepped into bear country and helped the")
    screen.page.get_by_role("button", name="Change one word").click()
    choice = screen.page.get_by_role("button", name=re.compile("^bear .*→"))
    with screen.answered():
        choice.first.click()
    other = screen.page.get_by_label("A sentence of as many tokens")
    expect(other).to_have_value(re.compile("The girl stepped into (?!bear )[a-z]+ country and helped the"))
    expect(screen.page).to_have_url(re.compile("corrupt_text="))
    screen.no_trouble()
