"""What must hold on every page: opened by its address, narrow, dark, with bad input, back and forth, and accessible."""

import re
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import BrowserContext, Page, expect

from headlight.app.links import VIEWS
from headlight.state.places import PAGES, page_of
from headlight.state.registry import find
from tests.awkward import AWKWARD
from tests.browser.screen import DEMONSTRATED, UNDRAWN, Screen, address_of
from tests.browser.windows import LAPTOP, OPENED, PHONE, Walk, looks_right, write
from tests.sampled import sampled

# Met on both grounds and with all that is typed, as `make study` meets every view: one with pictures, and one to read.
MET_BY_STRANGERS = ("start", "look_up")
# Looked at in every window, as `make study` looks at every view: one of each kind of picture and of controls.
LOOKED_AT = ["start", "all_heads", "positions", "attention", "scaling", "learning", "encoder_decoder", "look_up"]
LIGHT, DARK = "rgb(251, 250, 246)", "rgb(20, 22, 29)"  # the grounds of .streamlit/config.toml
# Values that no key of the address takes.
WRONG = "text=bear&text=country&layer=99&head=abc&attention_temperature=-3&mask=sideways&scaled=maybe&nothing=1"
LONG = "The hiking trail led us through bear country and " * 12
# All of them in one line; the tests without a browser meet them one by one.
MARKUP = " ".join(text for text in AWKWARD if re.search(r"[<$:!`\x00]", text))
STRANGE = f"{MARKUP} {LONG}"[: len(LONG)]  # a box takes no more

# The grid of Streamlit has columns without a name.
OUR_TABLES = "axe.configure({rules: [{id: 'empty-table-header', selector: 'th:not([role=columnheader])'}]})"
# The rules that are broken, and where. How each element is found again is not asked for: it takes as long as the rules.
BROKEN = """async rules => {
    const lean = {selectors: false, elementRef: false, preload: false, iframes: false, resultTypes: ['violations']};
    const {violations} = await axe.run('[data-testid=stMain]', {...lean, ...rules});
    return violations.flatMap(({id, nodes}) => nodes.map(({html}) => `${id}: ${html.slice(0, 160)}`));
}"""
# Those of contrast take as long as all others.
RULES = {
    "structure": {"runOnly": ["wcag2a", "wcag2aa", "best-practice"], "rules": {"color-contrast": {"enabled": False}}},
    "colours": {"runOnly": ["color-contrast"]},
}


@pytest.fixture(scope="module")
def opened(profiles: Callable[..., BrowserContext], server: str) -> Iterator[Walk]:
    page = profiles(LAPTOP["width"], LAPTOP["height"]).new_page()
    yield Walk(page, server)
    page.evaluate(f"localStorage.clear(); {DEMONSTRATED}")  # other tabs have it too
    page.close()


@pytest.fixture
def walk(opened: Walk) -> Iterator[Walk]:
    """The tab goes on from view to view: half the work of opening each."""
    yield opened
    complaints, strangers = [*opened.complaints], [*opened.strangers]
    opened.complaints.clear()
    opened.strangers.clear()
    assert complaints == [], "the browser's console must stay empty"
    assert strangers == [], "no request may leave the server"


def named(name: str) -> str:
    """Its page first: the tests of a page are one process's."""
    return f"{page_of(name)}-{name}"


@pytest.mark.parametrize("name", sampled(VIEWS, LOOKED_AT), ids=named)
def test_a_view(walk: Walk, name: str) -> None:
    """It opens as its page's, its pictures are described, and it fits laptops and a phone.

    Every other view is met narrow, as the one before was left. The first of a page breaks no rule of accessibility.
    `make check VIEW=name` looks at each view. Some are met by strangers on the same visit.
    """
    strange = name in MET_BY_STRANGERS
    go_on(walk, f"{name}?{WRONG}" if strange else name)
    expect(walk.page).to_have_title(re.compile("Headlight"))
    views, box = PAGES[page_of(name)].views, find(name).box
    if len(views) > 1:
        expect(walk.view(views[name])).to_have_attribute("aria-current", "page")
    if box:
        write(walk, str(box.default))
        walk.painted(str(box.default))
    if name == next(iter(views)) and not strange:  # who ask it with what they type
        breaks_no_rule(walk.page, "structure")
    told = "[data-text] :is(canvas, ol):not([aria-hidden=true] *)"  # but the overview beside a long picture
    said = walk.page.locator(told).evaluate_all("all => all.map(e => e.ariaLabel ?? '')")
    assert [words for words in said if len(words) <= 8] == []
    looks_right(walk, name)
    walk.no_trouble()
    if strange:
        can_be_read_on_both_grounds_whatever_is_typed(walk, name)


@pytest.mark.study
@pytest.mark.parametrize("name", [name for name in VIEWS if name not in MET_BY_STRANGERS], ids=named)
def test_a_view_on_both_grounds_and_whatever_is_typed(walk: Walk, name: str) -> None:
    """Reached with wrong values, for which it takes right ones."""
    go_on(walk, f"{name}?{WRONG}")
    walk.no_trouble()
    can_be_read_on_both_grounds_whatever_is_typed(walk, name)


def can_be_read_on_both_grounds_whatever_is_typed(walk: Walk, name: str) -> None:
    """It takes every key and a long text."""
    if find(name).box:
        expect(walk.page.locator("[data-text]").first).to_be_visible()
        walk.box.fill("bear")
        walk.box.press_sequentially("s go")
        walk.painted("bears go")
    breaks_no_rule(walk.page, "structure")
    for _ in range(2):
        breaks_no_rule(walk.page, "colours")
        turn_the_lights(walk)
    if find(name).box:
        for size in (LAPTOP, PHONE) if walk.page.viewport_size == LAPTOP else (PHONE, LAPTOP):
            walk.resize(size)
            is_calm(walk)


@pytest.mark.parametrize("address", sampled(OPENED, OPENED[15:17]))
def test_what_more_a_view_opens(walk: Walk, address: str) -> None:
    """Its other pictures, and its arithmetic."""
    go_on(walk, address)
    looks_right(walk, address)


def go_on(screen: Screen, address: str) -> None:
    """Lead the tab to an address of a view, or open it there."""
    if screen.page.url == "about:blank":
        screen.open(address, box=False)
    else:
        with screen.went():
            screen.move(address_of(address))
    view = address.partition("?")[0]
    if view not in UNDRAWN:
        expect(screen.page.locator("[data-text]").first).to_be_attached()
    screen.rest()


def is_calm(screen: Screen) -> None:
    """A phone shows a long text in which markup is text like any."""
    write(screen, STRANGE)
    screen.no_trouble()
    expect(screen.page.locator("[data-testid=stMain] img[src*='example.org']")).to_have_count(0)
    screen.fits()


def breaks_no_rule(page: Page, rules: str) -> None:
    """The page passes these rules of accessibility."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
        page.evaluate(OUR_TABLES)
    assert page.evaluate(BROKEN, RULES[rules]) == []


def turn_the_lights(screen: Screen) -> None:
    """The reader's system turns dark, or light again: so do the page and its pictures."""
    dark = screen.page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    screen.page.emulate_media(color_scheme="light" if dark else "dark")
    expect(screen.page.locator("[data-testid=stApp]")).to_have_css("background-color", LIGHT if dark else DARK)
    screen.rest()
