"""A class in the browser: the page of its teacher, and phones of students."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.classroom.room import open_panel
from tests.browser.conftest import PHONE, clear
from tests.browser.screen import PATIENCE, Screen


@pytest.fixture
def students(profiles: Callable[..., BrowserContext], server: str) -> Iterator[Callable[[str], Page]]:
    """Each a phone of its own with the page of a class open: of one browser only the newest page follows.

    A clock stays in a browser: who is to have one is `timed`.
    """
    pages: list[Page] = []
    complaints: list[str] = []

    def come(code: str, kind: str = "student") -> Page:
        pages.append(profiles(PHONE, 844, reader=f"{kind} {len(pages)}").new_page())
        page = pages[-1]
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"{server}/class/{code}")
        return page

    yield come
    for page in pages:
        page.context.unroute_all()  # the next phone goes on in this context
        page.close()
    assert complaints == []


@pytest.fixture(scope="module")
def teachers_page(tab_of: Callable[..., Screen]) -> Iterator[Screen]:
    """The page of the teacher, which nobody goes on in."""
    screen = tab_of(1440, 900)
    yield screen
    screen.page.goto(f"{screen.address}/_stcore/health")
    clear(screen)


@pytest.fixture
def teacher(teachers_page: Screen) -> Iterator[Screen]:
    """That page, as it opens, with a room that has been asked nothing."""
    teachers_page.go("attention", text="bear country", layer=3, head=1)
    teach = teachers_page.page.get_by_role("button", name="Teach")
    if teach.count():
        with teachers_page.answered():
            teach.click()
        expect(teachers_page.page.locator(".room .code")).to_be_visible()
    teachers_page.page.keyboard.press("Escape")
    yield teachers_page
    if teachers_page.page.locator(".room.asked").count():
        open_panel(teachers_page)
        teachers_page.page.get_by_role("button", name="End the class").click()
        expect(teach).to_be_visible()
    teachers_page.settle()
