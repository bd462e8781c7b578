"""A fresh server with a fault in its model: what is said in its place, what lives on, and how a page is reset."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from benchmarks.servers import serve, stop
from headlight.app import failures
from headlight.reading import reader
from tests.browser.conftest import in_a_tab
from tests.browser.screen import Screen

pytestmark = pytest.mark.study  # a server of its own; tests/app and tests/pages ask without one
NOTHING = "[data-testid=stException], [data-testid=stAlertContentError]"


@pytest.fixture(scope="module")
def faulty_server() -> Iterator[str]:
    """The address of a server whose model cannot read the word "fault"."""
    process, address = serve(app=Path(__file__).parent / "faulty.py")
    yield address
    stop(process)


@pytest.fixture(scope="module")
def faulty(profiles: Callable[..., BrowserContext], faulty_server: str) -> Iterator[Screen]:
    """A laptop's screen on it, on which each test goes on where the one before was."""
    yield from in_a_tab(profiles, faulty_server, "newcomer")


def test_typing_a_fault_shows_a_sentence_and_the_page_lives_on(faulty: Screen) -> None:
    page = faulty.go("heads", layer=2).page
    faulty.type("a fault")
    expect(page.get_by_text(failures.SENTENCE)).to_be_visible()
    expect(page.locator(NOTHING)).to_have_count(0)
    page.get_by_text("Read more").click()
    expect(page.get_by_text("A name is measured, and most heads have none")).to_be_visible()
    faulty.type("bear country")
    faulty.painted("bear country")
    expect(page.get_by_text(failures.SENTENCE)).to_have_count(0)


def test_a_link_to_a_fault_can_be_reset(faulty: Screen) -> None:
    page = faulty.open("all_heads", box=False, text="a fault", layer=2).page
    expect(page.get_by_text(failures.SENTENCE)).to_be_visible()
    page.get_by_role("button", name="Reset this page").click()
    expect(faulty.box).to_have_value(reader.EXAMPLE)
    expect(page.get_by_text(failures.SENTENCE)).to_have_count(0)
    faulty.painted(reader.EXAMPLE)
    expect(page).to_have_url(re.compile(r"^[^?]+\??$"))  # nothing is left in the address
