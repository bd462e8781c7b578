"""A class of thirty answers before and after the lesson, and its teacher sees how much it has learned."""

import csv
import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from headlight.questions.questions import bundled
from tests.browser.classroom.room import code_of, open_panel, sees
from tests.browser.classroom.thirty import AFTER, ASKED, BEFORE, PHONES, WRONG, answer_all, by_messages, chosen
from tests.browser.screen import Screen

PAGES = 2  # phones that are real pages


def panel_of(teacher: Screen) -> Locator:
    open_panel(teacher)
    return teacher.page.locator(".room .set")


def test_a_class_of_thirty_answers_twice_and_its_teacher_sees_the_gain(
    teacher: Screen, students: Callable[[str], Page]
) -> None:
    phones = [students(code_of(teacher)) for _ in range(PAGES)]
    for phone in phones:
        sees(phone, "bear country")
    panel, first = panel_of(teacher), phones[0]
    with by_messages(teacher.address, code_of(teacher), range(PAGES, PHONES)):
        expect(teacher.page.locator(".teach .there")).to_have_text(f"{PHONES} here")
        panel.get_by_label("Second time on another day").uncheck()  # as another class may have left it
        panel.get_by_role("button", name="Ask eight").click()
        expect(first.locator("#set h2")).to_have_text(ASKED[0].asked)
        for hidden in ("#shown", "#turn"):
            expect(first.locator(hidden)).to_be_hidden()
        first.get_by_role("button", name="I do not know yet").click()
        expect(first.locator("#set .count")).to_have_text(f"Before the lesson: 2 of {len(ASKED)}")
        first.reload()  # and comes back to where it was, with what it has answered
        expect(first.locator("#set h2")).to_have_text(ASKED[1].asked)
        first.get_by_role("button", name="Back").click()
        expect(first.get_by_role("button", name="I do not know yet")).to_have_attribute("aria-pressed", "true")
        for number, phone in enumerate(phones):
            answer_all(phone, ASKED, chosen(number, BEFORE))
        expect(panel.locator(".done")).to_have_text(f"{PHONES} of {PHONES} have finished")
        panel.get_by_role("button", name="Close, and begin").click()
        for phone in phones:
            sees(phone, "bear country")
            expect(phone.locator("#set")).to_be_hidden()
        panel.get_by_role("button", name="Ask the same again").click()
        expect(first.get_by_role("button", name="I do not know yet")).to_have_count(0)
        for number, phone in enumerate(phones):
            answer_all(phone, ASKED, chosen(number, AFTER))
        expect(panel.locator(".done")).to_have_text(f"{PHONES} of {PHONES} have finished")
        panel.get_by_role("button", name="Close, and show").click()
        _each_phone_is_told_its_own(phones)
        panel.get_by_role("button", name="Show what changed").click()
        _the_report_finds_the_gain(panel)
        with teacher.page.expect_download() as download:
            panel.get_by_role("button", name="Save answers.csv").click()
        rows = [*csv.DictReader(Path(download.value.path()).read_text("utf-8-sig").splitlines())]
        assert Counter(row["phase"] for row in rows) == dict.fromkeys(("before", "after"), PHONES * len(ASKED))
        with teacher.page.expect_popup() as opened:
            panel.get_by_role("link", name="Open a page to print").click()
        paper = opened.value  # the sentence and its rows, of which all is read, and nothing that is clicked
        expect(paper.locator(".says")).to_contain_text(f"{PHONES} answered both times.")
        expect(paper.locator(".rows > li p").first).to_be_visible()
        expect(paper.locator(".rows > li")).to_have_count(len(ASKED))
        expect(paper.locator(".rows > li").first).to_have_css("break-inside", "avoid")
        expect(paper.locator(".rows > li").first.locator(".options li")).to_have_count(4)
        expect(paper.locator("button, a")).to_have_count(0)
        paper.close()
        panel.get_by_role("button", name="End and forget").click()
        for phone in phones:
            sees(phone, "bear country")
        expect(panel.get_by_role("button", name="Ask eight")).to_be_visible()


def _each_phone_is_told_its_own(phones: Sequence[Page]) -> None:
    """Which of its ideas left, and a view for each that stayed."""
    for number, phone in enumerate(phones):
        was, now = BEFORE[number], AFTER[number]
        expect(phone.locator("#set h2")).to_have_text(
            f"Right before: {was.sum()}. Right after: {now.sum()} of {len(ASKED)}."
        )
        left = [each for each, then, known in zip(ASKED, was, now, strict=True) if known and not then]
        stayed = [each for each, known in zip(ASKED, now, strict=True) if not known]
        expect(phone.locator("#set li")).to_have_count(len(left) + len(stayed))
        links = phone.locator("#set li a")
        assert [link.get_attribute("href") for link in links.all()] == [f"../{each.query}" for each in stayed]


def _the_report_finds_the_gain(panel: Locator) -> None:
    """The sentence with its interval, a row for each question, and the ideas that moved."""
    says = panel.locator(".says")
    expect(says).to_contain_text(
        f"{PHONES} answered both times. Right: {BEFORE.mean():.0%} before, {AFTER.mean():.0%} after."
    )
    rows = panel.locator(".rows > li")
    gains = AFTER.mean(axis=0) - BEFORE.mean(axis=0)
    expect(rows).to_have_count(len(ASKED))
    expect(rows.first).to_contain_text(ASKED[int(gains.argmax())].concept)
    for figure in ("McNemar", "discrimination", "point-biserial"):
        expect(rows.filter(has_text=figure)).not_to_have_count(0)
    ideas = panel.locator("ul:not(.rows, .options) li")
    expect(ideas).not_to_have_count(0)
    for idea in ideas.all_inner_texts():
        code = next(code for code, words in bundled().ideas.items() if idea.startswith(words))
        offers = sum(option.idea == code for each in ASKED for option in each.options)
        of_it = [each.options[wrong].idea == code for each, wrong in zip(ASKED, WRONG, strict=True)]
        was, now = (int((~right[:, of_it]).sum()) / PHONES / offers for right in (BEFORE, AFTER))
        assert idea.endswith(f"{round(100 * was)}% → {round(100 * now)}%")


def test_on_another_day_each_phone_finds_its_answers_by_three_words(
    teacher: Screen, students: Callable[[str], Page], tmp_path: Path
) -> None:
    (question,) = asked = bundled().chosen(["row"]).items
    phone = students(code_of(teacher))
    sees(phone, "bear country")
    panel = panel_of(teacher)
    panel.get_by_label("Second time on another day").check()
    panel.get_by_label("Numbers of the questions").fill("5")
    other = students(code_of(teacher))
    expect(teacher.page.locator(".teach .there")).to_have_text("2 here")
    panel.get_by_role("button", name="Ask these").click()  # what was typed is there when another phone comes
    answer_all(phone, asked, [(question.right + 1) % 4])
    words = phone.locator("#set .words")
    expect(words).to_have_text(re.compile(r"^[a-z]+ [a-z]+ [a-z]+$"))
    noted = words.inner_text()
    panel.get_by_role("button", name="Close, and begin").click()
    sees(phone, "bear country")
    expect(words).to_have_text(noted)  # for who has not written them down yet
    with teacher.page.expect_download() as download:
        panel.get_by_role("button", name="Save before.csv").click()
    download.value.save_as(kept := tmp_path / "before.csv")
    panel.get_by_role("button", name="End and forget").click()
    expect(words).to_have_count(0)

    with teacher.page.expect_file_chooser() as choose:
        panel.get_by_role("button", name="Second time: open before.csv").click()
    choose.value.set_files(kept)
    box = other.get_by_label("Your three words")  # on another phone, in a room that has forgotten the first time
    for typed in ("amber otter north", f" {noted.upper()} "):
        box.fill(typed)
        other.get_by_role("button", name="Go on").click()
        if typed != "amber otter north":
            continue
        expect(other.locator("#set .sorry")).to_contain_text("Nobody of this class had these three words.")
    answer_all(other, asked, [question.right])
    phone.get_by_role("button", name="I have lost my words").click()
    answer_all(phone, asked, [question.right])
    panel.get_by_role("button", name="Close, and show").click()
    expect(other.locator("#set h2")).to_have_text("Right before: 0. Right after: 1 of 1.")
    panel.get_by_role("button", name="Show what changed").click()
    expect(panel.locator(".says")).to_contain_text("1 answered once alone. They were away once, or had lost their")
    panel.get_by_role("button", name="End and forget").click()
    expect(panel.get_by_role("button", name="Ask eight")).to_be_visible()
