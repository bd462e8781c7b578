"""A real Chromium for the browser tests, on the server of all tests."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from benchmarks.chromium import QUIET, find
from tests.browser.screen import DEMONSTRATED, EVERYWHERE, PATIENCE, STAYS, Screen

PHONE = 390  # pixels
NEWCOMER = "comes for the first time"  # a reader: of all others the browser has had its first visit
# Where several tests run at once, no core is idle for scripts to be compiled beside: in one thread they take a fifth
# less. A page that lives for a second is not worth an optimizing compiler, nor to be searched for garbage: a sixth less
# again. What is measured has neither: it runs as in a reader's browser.
LATER = ("maglev=8000", "maglev-with-delay=8000", "turbofan=60000")  # calls of a function until it is compiled again
BRIEF = (
    f"--js-flags=--single-threaded --min-semi-space-size=64 {' '.join(f'--invocation-count-for-{n}' for n in LATER)}"
)


@contextmanager
def launched() -> Iterator[Browser]:
    """A Chromium that is closed at the end."""
    path = find()
    assert path, "no Chromium: python -m tests.browser.chromium installs one"
    expect.set_options(timeout=PATIENCE)
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    flags = [*QUIET, BRIEF, *(["--no-sandbox"] if root else [])]
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=flags)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests."""
    with launched() as chromium:
        yield chromium


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A blank page; whoever it asks for something, and whatever it complains of, fails the test."""
    page, trouble = browser.new_page(viewport={"width": 1280, "height": 900}), list[str]()
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("request", lambda request: request.url.startswith("http") and trouble.append(request.url))
    yield page
    page.close()
    assert trouble == []


@pytest.fixture(scope="session")
def profiles(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """A browser for each reader and width; what it has loaded once of Streamlit's scripts stays with it.

    The reader wants little motion: nothing fades then in Streamlit, which takes as long to paint as a page to load.
    """
    kept: dict[tuple, BrowserContext] = {}

    def profile(width: int, height: int, reader: str = "") -> BrowserContext:
        wanted = (width, height, reader)
        if wanted not in kept:
            kept[wanted] = browser.new_context(
                viewport={"width": width, "height": height},
                reduced_motion="reduce",
                has_touch=width == PHONE,
            )
            if reader != NEWCOMER:
                kept[wanted].add_init_script(f"try {{ {DEMONSTRATED} }} catch {{}}")  # a blank page has no storage
        return kept[wanted]

    yield profile
    for each in kept.values():
        each.close()


@pytest.fixture(scope="session")
def tab_of(profiles: Callable[..., BrowserContext], server: str) -> Callable[..., Screen]:
    """The tab of a profile, in which the tests of all files follow each other: to load the app takes twice as long."""
    return cache(lambda *profile: Screen(profiles(*profile).new_page(), server))


@pytest.fixture
def screen(tab_of: Callable[..., Screen], request: pytest.FixtureRequest) -> Iterator[Screen]:
    """A laptop's screen, 1440 pixels wide, light. `open` comes to it anew, `go` goes on where the last test was."""
    yield from lent(tab_of, request.session, 1440, 900)


@pytest.fixture
def phone(tab_of: Callable[..., Screen], request: pytest.FixtureRequest) -> Iterator[Screen]:
    """A phone's screen, which is touched."""
    yield from lent(tab_of, request.session, PHONE, 844)


def lent(tab_of: Callable[..., Screen], session: pytest.Session, width: int, height: int) -> Iterator[Screen]:
    """A tab for one test; where that fails, it prints what stood on the page, and the next one loads the app anew."""
    tab, failed = tab_of(width, height), session.testsfailed
    yield tab
    if session.testsfailed > failed:
        print(tab.page.url, tab.page.locator("body").aria_snapshot(), sep="\n")
        tab.page.goto(f"{tab.address}/_stcore/health")
    clear(tab, width, height)


def in_a_tab(profiles: Callable[..., BrowserContext], address: str, reader: str) -> Iterator[Screen]:
    """A tab of a laptop's reader on a server, new in a browser that may have loaded the app before."""
    screen = Screen(profiles(1440, 900, reader=reader).new_page(), address)
    yield screen
    clear(screen)
    screen.page.close()


def clear(screen: Screen, width: int = 1440, height: int = 900) -> None:
    """Leave nothing of a test to the next one in the same tab, but the page that is open; and nothing went wrong."""
    page = screen.page
    loaded = page.url == "about:blank" or page.evaluate("performance.getEntriesByType('navigation').length")
    page.unroute_all()
    query = parse_qs(urlsplit(page.url).query)
    screen.left = {key: value for key, value in EVERYWHERE.items() if key in query}
    if STAYS & query.keys():
        page.goto(f"{screen.address}/_stcore/health")
    if page.url.startswith(screen.address):
        page.evaluate("localStorage.clear(), sessionStorage.clear(), document.activeElement?.blur()")
        page.evaluate(DEMONSTRATED)
    page.mouse.move(0, 0)
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(media="null", color_scheme="light", reduced_motion="reduce", forced_colors="none")
    browser = page.context.new_cdp_session(page)
    browser.send("Page.resetNavigationHistory")
    browser.detach()
    for other in {*page.context.pages} - {page}:
        other.close()
    complaints, strangers = screen.complaints[:], screen.strangers[:]
    screen.complaints.clear()
    screen.strangers.clear()
    assert loaded, "a clock stays in a browser, and lists nothing that is loaded: give its test one of its own"
    assert complaints == [], "the browser's console must stay empty"
    assert strangers == [], "no request may leave the server"
