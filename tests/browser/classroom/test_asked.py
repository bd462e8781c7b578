"""A class is asked: it votes, writes and sees its answers beside the model, and all of it is plain text."""

import html
import math
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Response, expect

from tests.browser.classroom.room import TRAIL, code_of, open_panel, sees
from tests.browser.screen import Screen


def test_a_class_guesses_together_and_sees_its_votes_beside_the_model(
    teacher: Screen, students: Callable[[str], Page]
) -> None:
    one, other = students(code_of(teacher)), students(code_of(teacher))
    open_panel(teacher)
    panel = teacher.page.locator(".room")
    panel.get_by_role("button", name="What does it attend to?").click()
    expect(
        one.get_by_role("heading", name="Which word will “country” attend to most, in layer 3, head 1?")
    ).to_be_visible()
    for student, word in ((one, "bear"), (other, "country")):
        student.get_by_role("button", name=word, exact=True).click()
        expect(student.get_by_role("button", name=word, exact=True)).to_have_attribute("aria-pressed", "true")
    expect(one.locator("#question .count")).to_have_text("2 of 2 have answered")
    other.get_by_role("button", name="bear", exact=True).click()  # talked round
    expect(other.get_by_role("button", name="bear", exact=True)).to_have_attribute("aria-pressed", "true")
    panel.get_by_role("button", name="Show the answers").click()
    for page in (one.locator("#results"), other.locator("#results"), panel.locator(".answers")):
        expect(page.locator("[data-picture=bars] li").first).to_contain_text("2 · model 73%")
    expect(one.locator("#question")).to_be_hidden()
    panel.locator(".answers").get_by_role("button", name="Take away").click()
    with teacher.page.expect_download() as download:
        panel.get_by_role("button", name="CSV", exact=True).first.click()
    assert Path(download.value.path()).read_text("utf-8-sig").startswith(',"value","before"')
    panel.get_by_text("Questions for your school").click()
    with teacher.page.expect_download() as download:
        panel.get_by_role("link", name="Moodle").click()
    assert f'href="{teacher.address}/?at=' in html.unescape(Path(download.value.path()).read_text("utf-8"))
    panel.get_by_role("button", name="Vote again").click()
    expect(one.get_by_role("heading", name="Second vote, after talking")).to_be_visible()
    expect(one.locator("#results *")).to_have_count(0)
    panel.get_by_role("button", name="Close").click()
    expect(one.locator("#question")).to_be_hidden()
    sees(one, "bear country")


def test_a_class_draws_a_head_together_while_the_wall_fills(teacher: Screen, students: Callable[[str], Page]) -> None:
    teacher.go("attention", text=TRAIL, layer=3, head=1)
    phones = [students(code_of(teacher)) for _ in range(2)]
    for phone in phones:
        sees(phone, TRAIL)
    open_panel(teacher)
    panel = teacher.page.locator(".room")
    fetched: list[Response] = []  # boards of the wall
    teacher.page.on("response", lambda got: '"filling"' in (got.request.post_data or "") and fetched.append(got))
    panel.get_by_role("button", name="Draw a head together").click()
    expect(panel.locator(".answers [data-picture=matrix]")).to_have_count(1)
    boards, words = list[str](), set[str]()

    def drawn_again() -> None:
        """Wait until the wall fetches another board than those before."""
        teacher.until(lambda: bool(fetched) and fetched[-1].json()["board"] not in boards, "drew the wall again")
        boards.append(fetched[-1].json()["board"])

    def sent() -> None:
        """Send the row of a phone."""
        phone.get_by_role("button", name="Send my row").click()
        expect(phone.get_by_role("button", name="Sent")).to_be_disabled()
        drawn_again()

    drawn_again()
    for drawn, (phone, taps) in enumerate(zip(phones, (3, 1), strict=True), 1):
        heading, bars = phone.locator("#question h2"), phone.locator(".options .bar")
        expect(heading).to_have_text(re.compile("^You are “"))
        words.add(own := bars.last.locator("span").inner_text())
        assert len(words) == drawn, "each has another word"
        expect(heading).to_contain_text(f"“{own}”")
        for _ in range(taps):
            bars.first.click()
        bars.last.click()
        first, last = (f"{math.floor(100 * part / (taps + 1) + 0.5)}%" for part in (taps, 1))
        expect(bars.first).to_contain_text(first)
        phone.reload()  # keeps its word and its taps
        expect(bars.last).to_have_text(f"{own}{last}")
        sent()
        expect(panel.locator(".question")).to_contain_text(f"{drawn} of 2 ha")
    bars.first.click()  # of the second phone, which changes its mind: the count stays
    sent()
    panel.get_by_role("button", name="Show the answers").click()
    for page in (phones[0].locator("#results"), panel.locator(".answers")):
        expect(page.locator("[data-picture=matrix]")).to_have_count(3)
        expect(page).to_contain_text(re.compile(r"You attend like layer \d, head \d \(0\.\d\d\)\."))
    panel.get_by_role("button", name="Close").click()
    for phone in phones:
        sees(phone, TRAIL)


@pytest.mark.study
def test_a_class_writes_to_the_teacher_alone(teacher: Screen, students: Callable[[str], Page]) -> None:
    one, other = students(code_of(teacher)), students(code_of(teacher))
    open_panel(teacher)
    panel = teacher.page.locator(".room")
    panel.get_by_text("Your own question").click()
    panel.get_by_label("Your own question").fill("What did you see?")
    panel.get_by_role("button", name="Ask", exact=True).click()
    typed = "<img src=x onerror=alert(1)> „so“ 🐻"
    one.get_by_label("Your answer").fill(typed)
    one.get_by_role("button", name="Send").click()
    expect(one.get_by_role("button", name="Send again")).to_be_disabled()
    expect(other.locator("#question .count")).to_have_text("1 of 2 have answered")
    expect(panel.locator(".written")).to_have_count(0)  # until the teacher wants to see it
    panel.get_by_role("button", name="Read the answers").click()
    expect(panel.locator(".written")).to_have_text([typed])
    assert panel.locator(".written img").count() == 0
    other.get_by_label("Your answer").fill("=1+1")
    other.get_by_role("button", name="Send").click()
    expect(one.locator("#question .count")).to_have_text("2 of 2 have answered")
    panel.get_by_role("button", name="Read the answers").click()
    expect(panel.locator(".written")).to_have_count(2)
    with teacher.page.expect_download() as download:
        panel.get_by_role("button", name="Save them").click()
    saved = Path(download.value.path()).read_text("utf-8-sig").splitlines()
    assert (saved[0], sorted(saved[1:])) == ('"What did you see?"', sorted([f'"{typed}"', '"\'=1+1"']))
    assert typed not in other.content() and panel.get_by_role("button", name="Show the answers").count() == 0


def test_a_class_taps_or_types_the_next_word_and_three_lines_climb_on_the_wall_and_on_the_phone(
    teacher: Screen, students: Callable[[str], Page]
) -> None:
    """Of a class of 30 and of 200 the other phones are messages: see tests/server/test_questions.py."""
    one = students(code_of(teacher))
    open_panel(teacher)
    panel = teacher.page.locator(".room")
    panel.get_by_label("Ten beginnings").select_option("1")
    expect(one.get_by_role("heading", name="1 of 10")).to_be_visible()
    tapped, typed = one.get_by_role("button", name="scarf"), one.get_by_role("textbox", name="Another word")
    typed.fill("hat")
    one.get_by_role("button", name="Send").click()
    expect(one.get_by_role("button", name="Send")).to_have_attribute("aria-pressed", "true")
    tapped.click()
    expect(tapped).to_have_attribute("aria-pressed", "true")
    expect(one.get_by_role("button", name="Send")).to_have_attribute("aria-pressed", "false")
    for number, title in ((1, "The class 1, the table 0, the transformer 1"), (2, "The class 2, the table 1")):
        panel.get_by_role("button", name="Show the answers").click()
        for page in (one.locator("#results"), panel.locator(".answers")):
            expect(page.get_by_role("heading", name=title)).to_be_visible()
            expect(page.locator("[data-picture=curves] canvas")).to_be_visible()
        if number == 1:
            panel.get_by_role("button", name="Next beginning").click()
            expect(one.get_by_role("heading", name="2 of 10")).to_be_visible()
            typed.fill("Milk")
            typed.press("Enter")
            expect(one.get_by_role("button", name="Send")).to_have_attribute("aria-pressed", "true")
