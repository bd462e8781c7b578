"""A browser that blocks site data, and half an emoji typed by a script, stop neither a page nor a class."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import headlight
from headlight.reading.reader import EXAMPLE
from tests.browser.conftest import PHONE
from tests.browser.screen import PATIENCE, Screen

BLOCKED = """for (const name of ['sessionStorage', 'localStorage'])
    Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError'); } });"""
HALF = "\\ud83d"


@pytest.fixture
def come(browser: Browser) -> Iterator[Callable[..., Page]]:
    """A page of a reader who blocks site data."""
    contexts = []
    complaints: list[str] = []

    def come(width: int = 1440) -> Page:
        context = browser.new_context(viewport={"width": width, "height": 900}, reduced_motion="reduce")
        context.add_init_script(BLOCKED)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield come
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.mark.study
def test_a_class_is_taught_and_answers_where_nothing_is_kept(come: Callable[..., Page], server: str) -> None:
    teacher = Screen(come(), server).open("attention", text="bear country")
    with teacher.answered():
        teacher.page.get_by_role("button", name="Teach").click()
    code = teacher.page.locator(".room .code").inner_text()
    student = come(PHONE)
    student.goto(f"{server}/class/{code}")
    expect(student.locator("[data-text]").first).to_have_attribute("data-text", "bear country")
    teacher.page.get_by_role("button", name="What comes next?").click()
    choice = student.locator(".options button").first
    choice.click()
    expect(choice).to_have_attribute("aria-pressed", "true")
    expect(teacher.page.get_by_text("1 of 1 has answered")).to_be_visible()
    own = teacher.page.locator(".asking details")
    own.locator("summary").click()
    own.get_by_label("Your own question").fill("Why?")
    own.get_by_role("button", name="Ask").click()
    box = student.get_by_label("Your answer")
    box.evaluate(f"box => {{ box.value = 'half {HALF} a bear'; }}")
    student.get_by_role("button", name="Send").click()
    expect(student.get_by_role("button", name="Send again")).to_be_disabled()
    teacher.page.get_by_role("button", name="Read the answers").click()
    expect(teacher.page.locator(".written")).to_have_text("half � a bear")
    teacher.page.get_by_role("button", name="End the class").click()
    expect(teacher.page.get_by_role("button", name="Teach")).to_be_visible()


def test_a_lesson_is_taken_with_half_an_emoji_in_it(screen: Screen) -> None:
    screen.go("attention")
    screen.tool("Playlist").click()
    box = screen.page.get_by_label("Links, one a line")
    with screen.answered():
        box.evaluate(f"box => {{ box.value = '/attention?text={HALF}'; box.dispatchEvent(new Event('change')); }}")
    screen.no_trouble()
    expect(screen.page.locator(".presenter .links li")).to_have_count(1)


def test_the_live_page_reads_where_nothing_is_kept(come: Callable[..., Page], tmp_path: Path) -> None:
    page = come()
    page.goto(headlight.live(tmp_path / "bear.html").as_uri())
    expect(page.locator(".board")).to_have_attribute("data-text", EXAMPLE)
    expect(page.locator("p.line")).to_have_text("")
    box = page.get_by_label("Your sentence")
    box.evaluate(f"box => {{ box.value = 'a {HALF} bear'; box.dispatchEvent(new Event('input')); }}")
    expect(page.locator(".board")).to_have_attribute("data-text", "a � bear")
    page.goto(f"{page.url.partition('#')[0]}#attention?text=a%0Abear")
    expect(page.locator(".board")).to_have_attribute("data-text", "a bear")
    expect(box).to_have_value("a bear")
