"""What must hold on every page: opened by its address, narrow, dark, with bad input, back and forth, and accessible."""

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.awkward import AWKWARD
from tests.browser.screen import Screen

# Every page of the app: overview, tokens, embeddings, positions, attention, masking, scaling, heads, next_word.
PAGES = sorted(path.stem for path in (Path(__file__).parent.parent.parent / "pages").glob("*.py"))
EVERY_PAGE = pytest.mark.parametrize("name", PAGES)
LONG = "The hiking trail led us through bear country and " * 12


def address(name: str) -> str:
    """The overview is the app's front door."""
    return "" if name == "overview" else name


@EVERY_PAGE
def test_a_page_follows_the_keys(screen: Screen, name: str) -> None:
    screen.open(address(name))
    screen.type("bear country")
    screen.painted("bear country")
    screen.no_trouble()
    expect(screen.page).to_have_title(re.compile("Headlight"))


@EVERY_PAGE
def test_a_page_fits_a_phone(phone: Screen, name: str) -> None:
    phone.open(address(name))
    phone.fits()
    phone.no_trouble()


@EVERY_PAGE
def test_a_page_stands_in_the_dark(dark_screen: Screen, name: str) -> None:
    dark_screen.open(address(name))
    dark_screen.no_trouble()
    dark_screen.fits()


@EVERY_PAGE
@pytest.mark.parametrize("ground", ["light", "dark"])
def test_a_page_breaks_no_rule_of_accessibility(request, name: str, ground: str) -> None:
    screen: Screen = request.getfixturevalue("screen" if ground == "light" else "dark_screen")
    screen.open(address(name))
    found = Axe().run(screen.page, context="[data-testid=stMain]", options={"runOnly": ["wcag2a", "wcag2aa"]})
    broken = [
        f"{violation['id']}: {node['html'][:160]}"
        for violation in found.response["violations"]
        for node in violation["nodes"]
    ]
    assert broken == []


@EVERY_PAGE
def test_every_picture_has_a_spoken_description(screen: Screen, name: str) -> None:
    screen.open(address(name))
    for picture in screen.page.locator("canvas[data-text], ol[data-text], svg[data-text]").all():
        assert len(picture.get_attribute("aria-label")) > 8


@EVERY_PAGE
def test_awkward_texts_meet_no_traceback(screen: Screen, name: str) -> None:
    screen.open(address(name))
    for text in AWKWARD:
        screen.box.fill(text)
        screen.settle()
        screen.no_trouble()
    assert screen.page.locator("[data-testid=stMain] img[src*='example.org']").count() == 0


@EVERY_PAGE
def test_a_long_text_is_met_calmly_on_a_phone(phone: Screen, name: str) -> None:
    phone.open(address(name), text=LONG)
    phone.no_trouble()
    phone.fits()


@EVERY_PAGE
def test_wrong_values_in_the_address_fall_back(screen: Screen, name: str) -> None:
    wrong = "text=bear&text=country&layer=99&head=abc&attention_temperature=-3&mask=sideways&scaled=maybe&nothing=1"
    screen.page.goto(f"{screen.address}/{address(name)}?{wrong}")
    expect(screen.page.locator("[data-text]").first).to_be_visible()
    screen.settle()
    screen.no_trouble()


def test_the_sentence_and_the_head_follow_the_reader_to_another_page_and_back(screen: Screen) -> None:
    screen.open(text="I love bears", layer=4, head=2)
    screen.page.get_by_role("link", name="Attention").click()
    expect(screen.page).to_have_url(re.compile("/attention"))
    expect(screen.box).to_have_value("I love bears")
    expect(screen.page.get_by_role("slider", name="Layer")).to_have_value("4")
    screen.page.go_back()
    expect(screen.page.get_by_role("heading", name="All heads")).to_be_visible()
    expect(screen.box).to_have_value("I love bears")


@EVERY_PAGE
def test_a_deep_link_opens_on_a_fresh_server(browser, fresh_server: str, name: str) -> None:
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    screen = Screen(page, fresh_server)
    screen.open(address(name), text="the river bank")
    expect(screen.box).to_have_value("the river bank")
    screen.no_trouble()
    page.close()
