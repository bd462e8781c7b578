"""A class in real browsers: students see what the teacher shows as it is turned, and come back where the class is."""

import re
from collections.abc import Callable
from string import ascii_uppercase, digits

import pytest
from playwright.sync_api import Page, expect

from headlight.rooms.room import LETTERS
from tests.browser.classroom.room import TRAIL, code_of, open_panel, sees
from tests.browser.screen import Screen, held
from tests.sampled import sampled


def test_two_follow_what_the_teacher_types_turns_and_opens(teacher: Screen, students: Callable[[str], Page]) -> None:
    one, late = students(code_of(teacher)), None
    sees(one, "bear country")
    teacher.type(TRAIL)
    sees(one, TRAIL)
    late = students(code_of(teacher))
    sees(late, TRAIL)
    expect(late.locator("[data-picture=matrix]")).to_be_visible()
    expect(teacher.page.locator(".teach .there")).to_have_text("2 here")
    teacher.choose("Masking")
    for student in (one, late):
        expect(student.locator("h1")).to_have_text("Masking")
        expect(student.locator("[data-text]").first).to_be_visible()
    late.close()
    expect(teacher.page.locator(".teach .there")).to_have_text("1 here")


def test_who_comes_without_a_code_is_asked_pause_calms_and_the_end_is_said(
    teacher: Screen, students: Callable[[str], Page]
) -> None:
    student = students("")
    student.get_by_label("Class code (on the board)").fill(code_of(teacher).lower())
    student.keyboard.press("Enter")
    sees(student, "bear country")
    open_panel(teacher)
    teacher.page.get_by_role("button", name="Pause").click()
    expect(student.get_by_text("Eyes up")).to_be_visible()
    teacher.page.get_by_role("button", name="Go on").click()
    expect(student.get_by_text("Eyes up")).to_be_hidden()
    teacher.page.locator(".room").get_by_role("button", name="What does it attend to?").click()
    student.get_by_role("button", name="bear", exact=True).click()
    expect(student.locator("#question .count")).to_have_text("1 of 1 has answered")
    teacher.page.get_by_role("button", name="End the class").click()
    expect(student.locator("#line")).to_have_text("This class has ended. What you see stays.")
    expect(student.locator("[data-text]").first).to_be_visible()
    nobody = students("BCDFG")
    expect(nobody.locator("#line")).to_contain_text("No class has this code now")
    nobody.close()


def hold_back(page: Page) -> None:
    """Let no stream of events through before its end, as some filters do, which is after the lesson.

    The page is loaded again there, and what it waits for at first is over.
    """
    page.context.route("**/events", lambda _route: None)
    page.clock.install()
    page.reload()
    page.clock.run_for(7000)


def test_behind_a_filter_that_holds_streams_back_a_phone_follows_and_answers(
    teacher: Screen, students: Callable[[str], Page]
) -> None:
    student, said = students(code_of(teacher), "timed"), []
    student.expose_function("said", lambda words: said.append(words))
    student.add_init_script("""addEventListener("DOMContentLoaded", () => {
      const line = document.getElementById("line");
      new MutationObserver(() => said(line.textContent)).observe(line, { childList: true });
    })""")
    hold_back(student)
    sees(student, "bear country")
    teacher.type(TRAIL)
    sees(student, TRAIL)
    expect(teacher.page.locator(".teach .there")).to_have_text("1 here")
    open_panel(teacher)
    teacher.page.locator(".room").get_by_role("button", name="What does it attend to?").click()
    student.get_by_role("button", name="bear", exact=True).click()
    expect(student.locator("#question .count")).to_have_text("1 of 1 has answered")
    assert not any(said), "nothing is wrong with its line"
    teacher.page.get_by_role("button", name="End the class").click()
    expect(student.locator("#line")).to_have_text("This class has ended. What you see stays.")


@pytest.mark.parametrize("filtered", sampled([False, True], [True]))
def test_of_two_windows_of_a_browser_the_newer_follows_and_the_older_is_quiet_until_it_is_touched(
    teacher: Screen, students: Callable[[str], Page], filtered: bool
) -> None:
    older, asked = students(code_of(teacher), "timed"), []
    if filtered:
        hold_back(older)
    else:
        older.clock.install()
        older.reload()
    sees(older, "bear country")
    newer = older.context.new_page()  # of the same clock
    newer.goto(older.url)
    if filtered:
        newer.clock.run_for(7000)
    sees(newer, "bear country")
    line = "You follow this class in another window"
    expect(older.locator("#line")).to_contain_text(line)
    for page in (older, newer):
        page.on("request", lambda request, page=page: asked.append(page) if "/events" in request.url else None)
    older.clock.run_for(4000)  # longer than a line that is cut waits until it comes again
    teacher.type(TRAIL)
    sees(newer, TRAIL)
    expect(newer.locator("#line")).to_be_hidden()
    expect(older.locator("#line")).to_contain_text(line)
    assert older not in asked
    older.locator("h1").click()
    sees(older, TRAIL)
    expect(newer.locator("#line")).to_contain_text(line)
    newer.close()


def test_a_reload_while_the_room_is_being_taken_up_keeps_the_class(
    teacher: Screen, students: Callable[[str], Page]
) -> None:
    code, page, held = code_of(teacher), teacher.page, []
    page.route("**/class", lambda route: held.append(route) if route.request.method == "POST" else route.continue_())
    for leave in (page.reload, lambda: page.goto(f"{teacher.address}/?at=masking&text=red+bear")):
        with page.expect_request("**/class"):
            leave()
    held[-1].continue_()
    page.unroute("**/class")
    expect(page.locator(".teach > button b")).to_have_text(code)
    expect(page.get_by_role("button", name="Go on with class")).to_have_count(0)
    sees(students(code), "red bear")


@pytest.mark.study
def test_the_teachers_link_is_copied_or_shown_and_rules_the_class_in_another_tab_where_its_end_holds_for_both(
    teacher: Screen, students: Callable[[str], Page]
) -> None:
    open_panel(teacher)
    teacher.page.get_by_role("button", name="Copy my own link").click()  # which no browser allows unasked
    box = teacher.page.get_by_role("textbox", name="Copy my own link")
    expect(box).to_be_focused()
    teacher.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    teacher.page.get_by_role("button", name="Copy the link", exact=True).click()
    expect(teacher.page.get_by_role("button", name="Copied")).to_be_visible()
    assert teacher.page.evaluate("navigator.clipboard.readText()").endswith(f"/class/{code_of(teacher)}")
    code = code_of(teacher)
    other = teacher.page.context.new_page()
    other.goto(box.input_value())
    expect(other.locator(".teach > button b")).to_have_text(code)
    assert "#" not in other.url, "the secret is not in an address that is handed on"
    other.locator(".teach > button").click()
    other.get_by_role("button", name="End the class").click()
    for page in (other, teacher.page):
        expect(page.get_by_role("button", name="Teach", exact=True)).to_be_visible()
    expect(teacher.page.get_by_text("This class has ended.")).to_be_visible()
    other.reload()
    expect(other.get_by_role("button", name="Teach", exact=True)).to_be_visible()
    expect(other.get_by_role("button", name="Go on with class")).to_have_count(0)
    other.close()
    expect(students(code).locator("#line")).to_contain_text("This class has ended")
    teacher.page.context.clear_permissions()  # the next test goes on in this context


@pytest.mark.study
def test_a_code_is_read_however_it_is_typed_or_pasted(teacher: Screen, students: Callable[[str], Page]) -> None:
    code, student = code_of(teacher), students("")
    asking, small = student.url, code.lower()
    student.route(f"**/class/{code}", lambda route: route.fulfill(body="the class"))
    for typed in (
        " ".join(small),
        f"{code[:3]} {code[3:]}",
        f" {small} ",
        f"{asking}/{code}",
        f"x/class/{small}?#",
        f"Come: {asking}/{code} now, please",
        f"{small} at ten",
    ):
        student.get_by_label("Class code (on the board)").fill(typed)
        student.keyboard.press("Enter")
        expect(student).to_have_url(f"{asking}/{code}")
        student.goto(asking)
    said = student.locator("#unread")
    for typed, why in (
        ("O0I1A", "No code has O or 0, I or 1, A, E, U or Y."),
        ("B3Z", "A code has 5 letters and digits"),
    ):
        student.get_by_label("Class code (on the board)").fill(typed)
        student.keyboard.press("Enter")
        expect(said).to_contain_text(why)
        expect(student.get_by_label("Class code (on the board)")).to_have_value(typed)
        student.goto(f"{asking}/{typed}")
        expect(said).to_contain_text(why)
    never = {*ascii_uppercase, *digits} - {*LETTERS}
    assert never == set("O0I1AEUY")


@pytest.mark.study
def test_a_guess_of_the_path_is_shown_to_read_and_asks_for_no_press(
    teacher: Screen, students: Callable[[str], Page]
) -> None:
    student = students(code_of(teacher))
    sees(student, "bear country")
    teacher.go("path", stop=1)
    expect(student.locator("h1")).to_have_text("Guesses")
    option = student.get_by_role("listitem").filter(has_text="three or more")
    expect(option).to_be_visible()
    expect(student.get_by_role("button", name="three or more")).to_have_count(0)
    expect(student.locator("#note")).to_be_hidden()
    expect(student.get_by_text(re.compile(r"\bchoose\b", re.IGNORECASE))).to_have_count(0)
    option.click()
    expect(teacher.page).not_to_have_url(re.compile("guess_1"))
    teacher.page.get_by_role("button", name="three or more").click()
    expect(teacher.page.get_by_text("Why?")).to_be_visible()
    expect(option).to_have_count(0)
    expect(student.locator("#boards > *")).to_have_count(2)  # the sentence over its question, and the answer


def test_a_line_that_is_cut_comes_back_where_the_class_is_now_so_does_a_lost_script_and_markup_is_text(
    teacher: Screen, students: Callable[[str], Page]
) -> None:
    student = students(code_of(teacher).lower())
    sees(student, "bear country")
    student.context.set_offline(True)
    typed = "<img src=x onerror=alert(1)> **b** $x$"
    teacher.type(typed)
    student.context.set_offline(False)
    sees(student, typed)
    assert student.locator("main img, main strong, main math").count() == 0
    student.route("**/shared/message.js", lambda route: route.abort(), times=2)  # preloaded, and imported
    with student.expect_request(lambda request: request.method == "HEAD"):  # anew not before there is a server
        student.reload()
    sees(student, typed)


def test_a_student_looks_around_alone_and_comes_back_to_the_class(
    teacher: Screen, students: Callable[[str], Page]
) -> None:
    student = students(code_of(teacher))
    sees(student, "bear country")
    fetched = "performance.getEntriesByType('resource').filter(e => e.name.includes('engine/')).length"
    assert student.evaluate(fetched) == 0, "a model is fetched by who asks for it"
    student.get_by_role("button", name="Explore on my own").click()
    expect(student.locator("#coming")).to_be_hidden()
    mine = student.locator("#alone .board")
    expect(mine).to_have_attribute("data-text", "bear country")
    box = student.get_by_label("Your sentence")
    box.fill("")
    expect(box).to_have_value("")
    box.press_sequentially("The dog ran", delay=0)
    expect(mine).to_have_attribute("data-text", "The dog ran")
    expect(student.locator("#alone p.line")).to_have_text("")
    teacher.type("red bear")
    student.get_by_role("button", name="Back to the class").click()
    sees(student, "red bear")
    expect(student.locator("#alone")).to_be_hidden()


@pytest.mark.study
def test_a_student_asks_again_for_a_model_that_has_not_come_and_who_is_alone_is_asked_too(
    teacher: Screen, students: Callable[[str], Page]
) -> None:
    student = students(code_of(teacher))
    sees(student, "bear country")
    student.route("**/model.safetensors", lambda route: route.fulfill(status=404))
    student.get_by_role("button", name="Explore on my own").click()
    expect(student.get_by_text("The download failed: the server has no model.safetensors.")).to_be_visible()
    student.unroute("**/model.safetensors")
    student.get_by_role("button", name="Try again now").click()
    expect(student.locator("#alone p.line")).to_have_text("")
    expect(student.locator("#coming")).to_be_hidden()
    expect(student.get_by_role("button", name="Try again now")).to_be_hidden()
    mine = student.locator("#alone .board")
    student.get_by_label("Your sentence").fill("The dog ran home")
    expect(mine).to_have_attribute("data-text", "The dog ran home")
    open_panel(teacher)
    teacher.page.locator(".room").get_by_role("button", name="What comes next?").click()
    expect(student.get_by_role("heading", name="What comes next?")).to_be_visible()  # all are asked
    teacher.page.locator(".room").get_by_role("button", name="Close").click()
    student.get_by_role("button", name="Back to the class").click()
    expect(student.locator("#alone")).to_be_hidden()
    student.go_back()
    expect(mine).to_be_visible()
    student.reload()
    expect(mine).to_have_attribute("data-text", "The dog ran home")


@pytest.mark.study
def test_no_picture_is_wider_than_a_phone_before_its_style_has_come(
    teacher: Screen, students: Callable[[str], Page]
) -> None:
    student = students(code_of(teacher))
    sees(student, "bear country")
    with held(student, "**/pictures/stacks.css"):
        teacher.go("encoder_decoder")
        expect(student.locator("[data-picture=stacks] button").first).to_be_attached()
        assert student.evaluate("document.documentElement.scrollWidth") == 390
    expect(student.locator("[data-picture=stacks] button").first).to_be_visible()
    assert student.evaluate("document.documentElement.scrollWidth") == 390
