"""What must hold on every page: opened by its address, narrow, dark, with bad input, back and forth, and accessible."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.awkward import AWKWARD
from tests.browser.screen import Screen
from ui import contents

WITHOUT_BOX = {"path", "glossary", "sources", "learning", "repeated", "gradients", "one_vector", "sizes", "word_sums"}
WITHOUT_BOX |= {"every_position", "told_positions", "four_words", "dictionary", "peeking", "scaling_lab"}
EVERY_PAGE = pytest.mark.parametrize("name", contents.VIEWS)
DARK = "rgb(20, 22, 29)"  # the ground of .streamlit/config.toml
LONG = "The hiking trail led us through bear country and " * 12
# All of them in one line; the tests without a browser meet them one by one.
MARKUP = " ".join(text for text in AWKWARD if re.search(r"[<$:!`\x00]", text))


def address(name: str) -> str:
    """The start is the app's front door."""
    return "" if name == contents.START else name


def breaks_no_rule(page: Page, *, colours_alone: bool = False) -> None:
    """The page passes the rules of accessibility (or those of contrast), and every picture of ours is described."""
    rules = {"type": "rule", "values": ["color-contrast"]} if colours_alone else ["wcag2a", "wcag2aa"]
    options = {"runOnly": rules, "resultTypes": ["violations"]}
    found = Axe().run(page, context="[data-testid=stMain]", options=options)
    broken = [
        f"{violation['id']}: {node['html'][:160]}"
        for violation in found.response["violations"]
        for node in violation["nodes"]
    ]
    assert broken == []
    said = page.locator("[data-text] :is(canvas, ol)").evaluate_all("all => all.map(e => e.ariaLabel ?? '')")
    assert [words for words in said if len(words) <= 8] == []


def in_the_dark(screen: Screen) -> None:
    """The reader's system turns dark: so do the page and its pictures."""
    screen.page.emulate_media(color_scheme="dark")
    expect(screen.page.locator("[data-testid=stApp]")).to_have_css("background-color", DARK)
    screen.rest()


@EVERY_PAGE
def test_a_page_on_a_laptop(screen: Screen, name: str) -> None:
    """One visit: accessible in the light and in the dark, and calm whatever is typed."""
    screen.open(address(name), box=name not in WITHOUT_BOX)
    expect(screen.page).to_have_title(re.compile("Headlight"))
    screen.no_trouble()
    breaks_no_rule(screen.page)
    if name not in WITHOUT_BOX:
        screen.type("bear country")
        screen.painted("bear country")
        with screen.answered():
            screen.box.fill(MARKUP)
        screen.no_trouble()
        expect(screen.page.locator("[data-testid=stMain] img[src*='example.org']")).to_have_count(0)
        screen.box.fill("bear country")
        screen.painted("bear country")
    in_the_dark(screen)
    screen.no_trouble()
    screen.fits()
    breaks_no_rule(screen.page, colours_alone=True)


@EVERY_PAGE
def test_a_page_on_a_phone(phone: Screen, name: str) -> None:
    """One visit by an address with wrong values: it falls back to right ones and fits, whatever is typed."""
    wrong = "text=bear&text=country&layer=99&head=abc&attention_temperature=-3&mask=sideways&scaled=maybe&nothing=1"
    phone.open(f"{address(name)}?{wrong}", box=name not in WITHOUT_BOX)
    phone.no_trouble()
    phone.fits()
    if name not in WITHOUT_BOX:
        with phone.answered():
            phone.box.fill(LONG)
        phone.rest()
        phone.no_trouble()
        phone.fits()


def choose(screen: Screen, section: str, title: str) -> None:
    """Open a page from the menu."""
    screen.page.get_by_role("button", name=section).click()
    screen.page.get_by_role("menuitem", name=title, exact=True).click()
    expect(screen.page.get_by_role("heading", name=title, exact=True)).to_be_visible()
    screen.settle()


def test_the_sentence_and_the_head_follow_the_reader_to_another_page_and_back(screen: Screen) -> None:
    screen.open(text="I love bears", layer=4, head=2)
    choose(screen, "Follow a sentence", "Attention")
    expect(screen.page).to_have_url(re.compile(r"/attention\?(?=.*layer=4)(?=.*head=2)(?=.*text=I.love.bears)"))
    expect(screen.box).to_have_value("I love bears")
    expect(screen.page.get_by_role("slider", name="Layer")).to_have_value("4")
    choose(screen, "Follow a sentence", "Tokens")
    expect(screen.box).to_have_value("I love bears")
    for heading in ("Attention", "Start"):  # one step back for each page, though each wrote into its address
        screen.page.go_back()
        expect(screen.page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
        expect(screen.box).to_have_value("I love bears")
    screen.page.reload()
    expect(screen.box).to_have_value("I love bears")


@pytest.mark.parametrize("name", ["all_heads", "heads"])
def test_a_deep_link_opens_on_a_fresh_server_and_its_dials_stay(browser, fresh_server: str, name: str) -> None:
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    screen = Screen(page, fresh_server)
    screen.open(address(name), text="the river bank")
    expect(screen.box).to_have_value("the river bank")
    expect(page.get_by_role("button", name="Follow a sentence")).to_be_visible()
    slider = page.get_by_role("slider", name="Layer")
    slider.focus()
    for layer in ("4", "5"):  # the second key meets the same dial, still in hand
        page.keyboard.press("ArrowRight")
        expect(page).to_have_url(re.compile(f"layer={layer}"))
        screen.settle()
        expect(slider).to_have_value(layer)
    screen.no_trouble()
    page.close()
