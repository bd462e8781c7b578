"""What the tests of a class share: its code, the teacher's panel, and what a student sees."""

from playwright.sync_api import Page, expect

from tests.browser.screen import Screen

TRAIL = "The hiking trail led us through bear country"


def open_panel(teacher: Screen) -> None:
    if not teacher.page.locator(".room:popover-open").count():
        teacher.page.locator(".teach > button").click()


def code_of(teacher: Screen) -> str:
    return teacher.page.locator(".teach > button b").inner_text()


def sees(student: Page, text: str) -> None:
    """Wait until a student's board shows this text."""
    expect(student.locator("[data-text]").first).to_have_attribute("data-text", text)
    expect(student.locator("#text")).to_have_text(f"“{text}”")
