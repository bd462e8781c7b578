"""The package of SCORM 1.2 in a browser, played against a system of our own that holds to the standard's data model."""

import json
import re
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from zipfile import ZipFile

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, Route, expect

from headlight.questions.questions import bundled
from headlight.questions.school import PACKAGE, made
from headlight.server import school

HOST = "http://lms.test"
SYSTEM = (Path(__file__).parent / "school_system.html").read_text("utf-8")
Visit = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """Open the package in a school's system, with what that has kept so far; its console stays empty."""
    pages: list[Page] = []
    complaints: list[str] = []

    def come(kept: dict[str, str] | None = None, package: bytes = b"", **system: str) -> Page:
        archive = ZipFile(BytesIO(package or made(PACKAGE, bundled())))

        def answer(route: Route) -> None:
            name = route.request.url.removeprefix(f"{HOST}/package/").partition("#")[0]
            if name == f"{HOST}/":
                return route.fulfill(body=SYSTEM, content_type="text/html")
            kinds = {"html": "text/html", "js": "text/javascript", "css": "text/css", "json": "application/json"}
            kind = kinds.get(name.rpartition(".")[2], "application/octet-stream")
            return route.fulfill(body=archive.read(name), content_type=f"{kind}; charset=utf-8")

        page = browser.new_page(viewport={"width": 1280, "height": 900})
        pages.append(page)
        page.on("console", lambda said: complaints.append(said.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.route(f"{HOST}/**", answer)
        page.goto(f"{HOST}/#{urlencode({'kept': json.dumps(kept or {}), **system})}")
        return page

    yield come
    for page in pages:
        page.close()
    assert complaints == []


def inside(page: Page) -> FrameLocator:
    return page.frame_locator("iframe")


def kept(page: Page) -> dict[str, Any]:
    """What the system has kept; nothing that the page asked was against the standard."""
    assert page.evaluate("window.faults") == []
    return page.evaluate("window.kept")


def answer(page: Page, number: int, *, right: bool = True) -> str:
    """Answer the question that is open, and return the letter that its file has for the answer."""
    question, frame = bundled().items[number], inside(page)
    expect(frame.locator("legend")).to_have_text(question.asked)
    option = next(at for at, option in enumerate(question.options) if option.right == right)
    frame.get_by_text(question.options[option].says, exact=True).click()
    frame.get_by_role("button", name="Check my answer").click()
    expect(frame.locator(".said p").first).to_have_text(question.options[option].feedback)
    return "abcd"[option]


def leave(page: Page) -> dict[str, Any]:
    """Turn to something else, as at the end of a lesson."""
    page.evaluate("document.querySelector('iframe').src = 'about:blank'")
    page.wait_for_function("window.ended")
    return kept(page)


def test_a_set_is_answered_in_two_visits_and_the_school_keeps_it(visit: Visit) -> None:
    total = len(bundled().items)
    page = visit()
    letters = [answer(page, 0), ""]
    inside(page).get_by_role("button", name="Next").click()
    letters[1] = answer(page, 1, right=False)
    expect(inside(page).locator("label.right")).to_contain_text("✓ Right")
    inside(page).get_by_role("button", name="Next").click()
    first_order = inside(page).locator("label").all_inner_texts()
    data = leave(page)
    assert data["cmi.core.lesson_status"] == "incomplete" and data["cmi.core.exit"] == "suspend"
    assert data["cmi.core.score.raw"] == str(round(100 / total))
    assert [
        data[f"cmi.interactions.{at}.{field}"] for at in (0, 1) for field in ("id", "student_response", "result")
    ] == [
        *(bundled().items[0].id, letters[0], "correct"),
        *(bundled().items[1].id, letters[1], "wrong"),
    ]

    page = visit(data)
    assert inside(page).locator("label").all_inner_texts() == first_order  # where it was left
    inside(page).get_by_role("button", name="Back").click()
    expect(inside(page).locator("input:disabled")).to_have_count(4)  # an answer counts once
    inside(page).get_by_role("button", name="Next").click()
    for number in range(2, total):
        answer(page, number)
        inside(page).locator("nav .on").click()
    summary = inside(page).locator("main")
    expect(summary.locator("h2")).to_have_text(f"{total - 1} of {total} are right")
    wrong = next(option for option in bundled().items[1].options if not option.right)
    expect(summary.locator("li")).to_have_count(1)
    expect(summary.locator("li")).to_contain_text(bundled().ideas[wrong.idea])
    data = leave(page)
    assert (data["cmi.core.lesson_status"], data["cmi.core.exit"]) == ("completed", "")
    assert data["cmi.core.score.raw"] == str(round(100 * (total - 1) / total))
    ids = [data[f"cmi.interactions.{at}.id"] for at in range(total)]
    assert ids == [question.id for question in bundled().items] and len(data["cmi.suspend_data"]) < 4096
    assert re.fullmatch(r"\d{4}:\d\d:\d\d", data["cmi.core.session_time"])


def test_a_system_that_keeps_nothing_is_said_and_the_questions_go_on(visit: Visit) -> None:
    page = visit(full="1")
    answer(page, 0)
    expect(inside(page).locator("#trouble")).to_contain_text("Incorrect data type")
    alone = visit(none="1")
    expect(inside(alone).locator("#trouble")).to_contain_text("gone when this page is left")
    answer(alone, 0)
    review = visit({"cmi.core.lesson_mode": "review", "cmi.suspend_data": "of another package"})
    expect(inside(review).locator("input:disabled")).to_have_count(4)
    assert kept(review) == {"cmi.core.lesson_mode": "review", "cmi.suspend_data": "of another package"}


def test_the_model_answers_inside_the_package(visit: Visit) -> None:
    page = visit(package=school._made(PACKAGE, ""))
    answer(page, 0)
    inside(page).get_by_role("button", name="See it here").click()
    live = inside(page).frame_locator("iframe")
    expect(live.get_by_label("Your sentence")).to_have_value(bundled().items[0].state["text"])
    expect(live.locator("[data-picture=bars], [data-picture=strips]").first).to_be_visible()
