"""A teacher sees a student's page uncounted, and takes a report of all votes home; a student joins on Start."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from headlight.rooms.room import LENGTH
from tests.browser.classroom.room import code_of, open_panel, sees
from tests.browser.screen import Screen


def test_a_teacher_sees_a_students_page_uncounted_and_keeps_the_report_of_a_class_that_has_ended(
    teacher: Screen, students: Callable[[str], Page]
) -> None:
    code = code_of(teacher)
    # With its code in the line of the menu the strip in that line is as much shorter.
    end, stories = teacher.page.locator("nav .next-word"), teacher.page.get_by_role("button", name="Stories")
    teacher.page.wait_for_function(
        "([end, next]) => end.getBoundingClientRect().right <= next.getBoundingClientRect().left",
        arg=[end.element_handle(), stories.element_handle()],
    )
    phone = students(code)
    sees(phone, "bear country")
    open_panel(teacher)
    panel = teacher.page.locator(".room")
    expect(panel.locator(".voted")).to_be_hidden()
    with teacher.page.expect_popup() as opened:
        panel.get_by_role("link", name="See it as a student").click()
    window = opened.value
    sees(window, "bear country")
    panel.get_by_role("button", name="What does it attend to?").click()
    for page in (window, phone):
        page.get_by_role("button", name="bear", exact=True).click()
        expect(page.get_by_role("button", name="bear", exact=True)).to_have_attribute("aria-pressed", "true")
    for page in (window, phone, panel):
        expect(page.get_by_text("1 of 1 has answered")).to_be_visible()
    expect(teacher.page.locator(".teach .there")).to_have_text("1 here")
    expect(window.locator("#here")).to_have_text("As a student sees it: your answers are not counted")
    panel.get_by_role("button", name="Show the answers").click()
    expect(window.locator("#results [data-picture=bars] li").first).to_be_visible()
    window.close()
    panel.get_by_label("Which playlist").select_option("sixteen questions")
    panel.get_by_role("button", name="Give it to the phones").click()
    phone.locator("#set .options button").first.click()
    expect(panel.locator(".progress i.given")).to_have_count(1)
    panel.get_by_text("Report: what they were asked").click()
    expect(panel.locator(".votes .says")).to_contain_text("The class was asked 2 times.")
    panel.get_by_role("button", name="End the class").click()
    teacher.page.get_by_role("button", name=f"Report of class {code}").click()
    report = teacher.page.locator(".room.votes")
    expect(report.locator(".rows > li")).to_have_count(2)
    with teacher.page.expect_download() as download:
        report.get_by_role("button", name="Save votes.csv").click()
    lines = Path(download.value.path()).read_text("utf-8-sig").splitlines()
    assert len(lines) == 1 + 2 + 4 and lines[0].startswith('"number","question","option","right","first vote"')
    with teacher.page.expect_popup() as opened:
        report.get_by_role("link", name="Open a page to print").click()
    paper = opened.value
    expect(paper.locator(".rows > li").first.locator(".options li")).to_have_count(2)
    expect(paper.locator(".rows .options li").first).to_be_visible()
    expect(paper.locator("button, a")).to_have_count(0)
    paper.close()
    expect(phone.locator("#line")).to_contain_text("This class has ended.")


def test_a_student_joins_a_class_on_the_front_page_and_a_wrong_code_is_told_why(
    teacher: Screen, students: Callable[[str], Page]
) -> None:
    phone = students("")
    Screen(phone, teacher.address).open(text="bear country")
    box, says = phone.get_by_label("Join a class"), phone.locator(".join [role=status]")
    box.fill("a room")
    box.press("Enter")
    expect(says).to_contain_text("No code has O or 0")
    expect(says).to_be_in_viewport()
    box.fill("BCD")
    box.press("Enter")
    expect(says).to_have_text(f"A code has {LENGTH} letters and digits, and this has 3. Compare it with the board.")
    box.fill(code_of(teacher).lower())
    phone.get_by_role("button", name="Join", exact=True).click()
    sees(phone, "bear country")
