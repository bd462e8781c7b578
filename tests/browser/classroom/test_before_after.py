"""A class answers before and after the lesson on its phones, and its teacher sees what changed."""

import json
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from headlight.questions.questions import bundled
from headlight.server.before_after import FORMS
from tests.browser.classroom.room import code_of, open_panel, sees
from tests.browser.screen import Screen

ASKED = bundled().chosen(FORMS["short"]).items


def answer_all(phone: Page, *, right: bool) -> None:
    """Answer each question as it comes, and say that this is all."""
    for question in ASKED:
        expect(phone.locator("#set h2")).to_have_text(question.asked)
        option = next(option for option in question.options if option.right == right)
        phone.get_by_role("button", name=option.says, exact=True).click()
    phone.get_by_role("button", name="Finish").click()
    expect(phone.locator("#set h2")).to_have_text("Thank you. You have finished.")


def test_a_class_answers_twice_and_its_teacher_sees_the_gain(teacher: Screen, students: Callable[[str], Page]) -> None:
    phones = [students(code_of(teacher)) for _ in range(2)]
    for phone in phones:
        sees(phone, "bear country")
    open_panel(teacher)
    panel = teacher.page.locator(".room .set")
    panel.get_by_role("button", name="Ask eight").click()
    first = phones[0]
    expect(first.locator("#set h2")).to_have_text(ASKED[0].asked)
    for hidden in ("#shown", "#turn"):
        expect(first.locator(hidden)).to_be_hidden()
    first.get_by_role("button", name="I do not know yet").click()
    expect(first.locator("#set .count")).to_have_text(f"Before the lesson: 2 of {len(ASKED)}")
    first.reload()  # and comes back to where it was, with what it has answered
    expect(first.locator("#set h2")).to_have_text(ASKED[1].asked)
    first.get_by_role("button", name="Back").click()
    expect(first.get_by_role("button", name="I do not know yet")).to_have_attribute("aria-pressed", "true")
    for phone in phones:
        answer_all(phone, right=False)
    expect(panel.locator(".done")).to_have_text("2 of 2 have finished")
    panel.get_by_role("button", name="Close, and begin").click()
    for phone in phones:
        sees(phone, "bear country")
        expect(phone.locator("#set")).to_be_hidden()
    panel.get_by_role("button", name="Ask the same again").click()
    expect(first.get_by_role("button", name="I do not know yet")).to_have_count(0)
    answer_all(phones[0], right=True)
    answer_all(phones[1], right=False)
    expect(panel.locator(".done")).to_have_text("2 of 2 have finished")
    panel.get_by_role("button", name="Close, and show").click()
    expect(first.locator("#set h2")).to_have_text(f"Right before: 0. Right after: {len(ASKED)} of {len(ASKED)}.")
    expect(first.locator("#set li")).to_have_count(len(ASKED))  # ideas that left
    stayed = phones[1].locator("#set li a")
    expect(stayed).to_have_count(len(ASKED))
    assert stayed.first.get_attribute("href") == f"../{ASKED[0].query}"
    panel.get_by_role("button", name="Show what changed").click()
    expect(panel.locator(".says")).to_contain_text("2 answered both times. Right: 0% before, 50% after.")
    expect(panel.locator(".rows li")).to_have_count(len(ASKED))
    with teacher.page.expect_download() as download:
        panel.get_by_role("button", name="Save answers.csv").click()
    saved = Path(download.value.path()).read_text("utf-8-sig").splitlines()
    assert len(saved) == 1 + 2 * 2 * len(ASKED) and json.loads(f"[{saved[0]}]")[:2] == ["room_draw", "form"]
    with teacher.page.expect_popup() as opened:
        panel.get_by_role("link", name="Open a page to print").click()
    paper = opened.value  # the sentence and its rows, of which all is read, and nothing that is clicked
    expect(paper.locator(".says")).to_contain_text("2 answered both times.")
    expect(paper.locator(".rows li p").first).to_be_visible()
    expect(paper.locator(".rows li")).to_have_count(len(ASKED))
    expect(paper.locator(".rows li").first).to_have_css("break-inside", "avoid")
    expect(paper.locator("button, a")).to_have_count(0)
    paper.close()
    panel.get_by_role("button", name="End and forget").click()
    for phone in phones:
        sees(phone, "bear country")
    expect(panel.get_by_role("button", name="Ask eight")).to_be_visible()
