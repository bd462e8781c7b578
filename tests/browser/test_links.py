"""Links and addresses for somebody who has played before: what they say wins over what is remembered."""

import re

from playwright.sync_api import Page, expect

from tests.browser.screen import Screen
from tests.browser.test_pages import choose
from ui import contents
from ui.course import first_path

# Nothing here is at its default, and nothing is what a stop of the path says.
PLAYED = {
    "text": "I love bears",
    "layer": 5,
    "head": 6,
    "mask": "none",
    "scaled": "false",
    "attention_temperature": 2.5,
    "output_temperature": 2.5,
}
OWN = {  # what a reader left behind on the pages of the path
    "tokens": {"word": 0},
    "embeddings": {"token": 0, "other_token": 0, "dimensions": 3},
    "positions": {"token": 0, "positions_on": "false", "wave_pairs": 3, "encoded_position": 9},
    "attention": {"query": 0, "key_position": 0},
    "masking": {},
    "scaling": {"numbers": "9, 9", "multiplier": 50, "temperature": 2},
    "heads": {"silenced": "1.1", "averaged_in": "every layer"},
    "contextual": {"same_word": "the", "pieces": "mean", "text_2": "the end"},
    "next_word": {"top_k": 3, "seed": 7, "view": "Surprise"},
    "recurrence": {"width": 1024, "window_width": 8, "dilated": "true", "from_word": 2, "radius": 1.5},
}
CONTROLS = """() => [...document.querySelectorAll('[data-testid=stMain], [data-testid=stSidebar]')].flatMap(part => [
    ...[...part.querySelectorAll('input')].map(e =>
        `${e.getAttribute('aria-label') || e.name}: ${e.type === 'checkbox' ? e.checked : e.value}`),
    ...[...part.querySelectorAll('[role=slider]:not(input)')].map(e =>
        `${e.getAttribute('aria-label')}: ${e.getAttribute('aria-valuetext') || e.getAttribute('aria-valuenow')}`),
    ...[...part.querySelectorAll('[aria-checked=true], [aria-selected=true], [aria-pressed=true]')].map(e =>
        e.textContent),
    ...[...part.querySelectorAll('[data-baseweb=tag]')].map(e => e.textContent)])"""


def controls(page: Page) -> list[str]:
    """What every control of the page shows."""
    return page.evaluate(CONTROLS)


def spoken(number: int) -> str:
    """What the link of a stop says."""
    return f"See it on the page “{contents.title_of(first_path.STEPS[number].page)}” →"


def follow(screen: Screen, number: int) -> None:
    """Click the link of a stop of the path, which is open."""
    screen.page.get_by_role("link", name=spoken(number)).nth(
        [step.page for step in first_path.STEPS[:number]].count(first_path.STEPS[number].page)
    ).click()
    title = contents.title_of(first_path.STEPS[number].page)
    expect(screen.page.get_by_role("heading", name=title, exact=True)).to_be_visible()
    screen.settle()
    screen.rest()


def test_a_stop_of_the_path_shows_a_player_what_a_newcomer_sees(browser, screen: Screen) -> None:
    newcomer = Screen(browser.new_page(viewport={"width": 1440, "height": 900}), screen.address)
    for number, step in enumerate(first_path.STEPS):
        newcomer.open(step.page, **step.state)
        screen.open(step.page, **PLAYED, **OWN[step.page])
        assert controls(screen.page) != controls(newcomer.page)
        choose(screen, "The course", "First path")
        follow(screen, number)
        assert controls(screen.page) == controls(newcomer.page)
        expect(screen.page).to_have_url(newcomer.page.url)
        screen.no_trouble()
    newcomer.page.close()


def test_what_a_page_was_set_to_stays_its_own_back_and_forth(screen: Screen) -> None:
    screen.open("mask_switchboard", mask="window", window=16)
    choose(screen, "Words and meaning", "Word vectors")
    expect(screen.page.get_by_role("slider", name="Window: words to each side")).to_have_value("2")
    choose(screen, "Attention from scratch", "From RNN to attention")
    expect(screen.page).not_to_have_url(re.compile("window="))
    for heading in ("Word vectors", "Mask switchboard"):
        screen.page.go_back()
        expect(screen.page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
        screen.settle()
        screen.no_trouble()
    expect(screen.page.get_by_role("slider", name="Window width")).to_have_value("16")
    screen.page.go_forward()
    expect(screen.page.get_by_role("heading", name="Word vectors", exact=True)).to_be_visible()
    screen.settle()
    screen.no_trouble()


def test_a_typed_address_wins_over_what_was_chosen_before_and_a_wrong_one_is_mended(screen: Screen) -> None:
    screen.open("attention", **PLAYED)
    layer = screen.page.get_by_role("slider", name="Layer")
    expect(layer).to_have_value("5")
    screen.open("attention", layer=3, head=1, text="bear country")
    expect(layer).to_have_value("3")
    expect(screen.box).to_have_value("bear country")
    screen.open("tokens", word="inf", text="bear country")
    screen.no_trouble()
    expect(screen.page).to_have_url(re.compile(r"tokens\?text=bear.country$"))
