"""Nothing typed is lost while the server has not answered: it is shown, and the picture follows."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from headlight.reading import reader
from tests.browser.screen import Screen
from tests.browser.wire import CUT, Line

BEFORE = "red bear"


def link(screen: Screen) -> None:
    screen.page.get_by_role("link", name="mask", exact=True).click(no_wait_after=True)


def view(screen: Screen) -> None:
    screen.page.get_by_role("radio", name="By hand", exact=True).click(no_wait_after=True)


def typed(screen: Screen, what: str) -> None:
    """Type at the end of the box at once, as it is."""
    screen.box.evaluate("box => { box.focus(); box.setSelectionRange(999, 999); }")
    screen.page.keyboard.type(what)


@pytest.mark.parametrize("change", [link, view])
@pytest.mark.parametrize("before", [BEFORE, reader.EXAMPLE])
def test_what_is_typed_before_the_server_answers_is_read(
    slow: Screen, line: Line, change: Callable[[Screen], None], before: str
) -> None:
    slow.go("attention", text=before)
    line.hold()
    change(slow)
    typed(slow, " cage\N{PAW PRINTS}s")
    slow.page.keyboard.press("Backspace")
    slow.page.keyboard.press("Backspace")
    expect(slow.box).to_have_value(f"{before} cage")
    line.let_through()
    slow.painted(f"{before} cage")
    expect(slow.box).to_have_value(f"{before} cage")
    expect(slow.box).to_be_focused()
    slow.no_trouble()


def test_what_is_typed_into_the_middle_before_the_server_answers_stays_there(slow: Screen, line: Line) -> None:
    slow.go("attention", text=BEFORE)
    line.hold()
    view(slow)
    slow.box.evaluate("box => { box.focus(); box.setSelectionRange(3, 3); }")
    slow.page.keyboard.type("dish")
    line.let_through()
    slow.painted("reddish bear")
    expect(slow.box).to_have_value("reddish bear")


def test_what_is_pasted_before_the_server_answers_is_read_once(slow: Screen, line: Line) -> None:
    slow.go("attention", text=BEFORE)
    line.hold()
    view(slow)
    typed(slow, " a")
    slow.page.keyboard.insert_text(" cage d'été")
    expect(slow.box).to_have_value(f"{BEFORE} a cage d'été")
    line.let_through()
    slow.painted(f"{BEFORE} a cage d'été")
    slow.settle()
    assert [bool(each.fragment_id) for each in line.asked] == [False, True]


def test_a_box_that_is_full_before_the_server_answers_takes_no_more_and_loses_nothing(slow: Screen, line: Line) -> None:
    before = f"{BEFORE} ".ljust(599, "x")
    slow.go("attention", text=before)
    line.hold()
    view(slow)
    typed(slow, "yz")
    expect(slow.box).to_have_value(f"{before}y")
    line.let_through()
    expect(slow.page).to_have_url(re.compile("xy(&|$)"))
    expect(slow.box).to_have_value(f"{before}y")


@pytest.mark.parametrize("by_key", [True, False])
def test_what_is_put_into_a_box_that_is_drawn_empty_at_first_follows_its_text(
    slow: Screen, line: Line, by_key: bool
) -> None:
    slow.go("attention", text=BEFORE)
    line.hold()
    link(slow)
    slow.box.focus()
    slow.box.evaluate("box => Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(box, '')")
    (slow.page.keyboard.type if by_key else slow.page.keyboard.insert_text)(" cage")
    line.let_through()
    slow.painted(f"{BEFORE} cage")
    expect(slow.box).to_have_value(f"{BEFORE} cage")


@pytest.mark.parametrize("change", [link, view])
@pytest.mark.parametrize("clears", ["Delete", "Backspace"])
def test_a_text_that_is_cleared_before_the_server_answers_stays_so(
    slow: Screen, line: Line, change: Callable[[Screen], None], clears: str
) -> None:
    slow.go("attention", text=BEFORE)
    line.hold()
    change(slow)
    slow.box.select_text()
    slow.page.keyboard.press(clears)
    expect(slow.box).to_have_value("")
    slow.page.keyboard.type("cage")
    line.let_through()
    slow.painted("cage")
    expect(slow.box).to_have_value("cage")


def test_what_is_typed_into_two_boxes_before_the_server_answers_is_read_in_both(slow: Screen, line: Line) -> None:
    slow.go("all_heads", text="bear country", by_effect="true")
    word = slow.page.get_by_label("Next word", exact=True)
    line.hold()
    slow.page.get_by_role("radio", name="columns", exact=True).click(no_wait_after=True)
    typed(slow, " man")
    word.focus()
    slow.page.keyboard.type("boy")
    slow.box.focus()
    slow.page.keyboard.press("End")
    slow.page.keyboard.type("y")
    expect(word).to_have_value("boy")
    line.let_through()
    slow.painted("bear country many", "Effects of every cell")
    expect(slow.page.get_by_role("heading", name="effect on “boy”")).to_be_visible()
    expect(slow.box).to_have_value("bear country many")
    expect(word).to_have_value("boy")
    slow.no_trouble()


@pytest.mark.parametrize("change", [link, view])
def test_what_is_typed_while_there_is_no_box_is_put_into_the_next(
    slow: Screen, line: Line, change: Callable[[Screen], None]
) -> None:
    slow.go("attention", text=BEFORE)
    line.hold()
    change(slow)
    typed(slow, " i")
    while "delta" not in line.kept():
        slow.page.wait_for_timeout(20)
    line.let_through("new_session")
    line.let_through("new_session")  # the first run wrote the address
    if change is link:
        expect(slow.box).to_have_count(0)
    slow.page.keyboard.type("n p")  # which alone would begin to present
    line.let_through()
    slow.painted(f"{BEFORE} in p")
    slow.page.keyboard.type("ark")
    slow.painted(f"{BEFORE} in park")
    expect(slow.box).to_have_value(f"{BEFORE} in park")
    expect(slow.page).not_to_have_url(re.compile("present"))


def test_what_is_typed_just_before_a_reload_is_read(slow: Screen, line: Line) -> None:
    slow.go("attention", text=BEFORE)
    line.hold()
    view(slow)
    typed(slow, " cage")
    line.let_through("new_session")
    slow.page.reload()
    slow.painted(f"{BEFORE} cage")
    expect(slow.box).to_have_value(f"{BEFORE} cage")
    slow.page.reload()
    slow.painted(f"{BEFORE} cage")
    slow.no_trouble()


def test_what_is_typed_just_before_a_reload_waits_for_a_box_that_is_drawn_late(slow: Screen, line: Line) -> None:
    """As on a slow line: the page is at rest before the script has come that draws its boxes."""
    slow.go("attention", text=BEFORE)
    line.hold()
    view(slow)
    typed(slow, " cage")
    scripts: list[Route] = []
    slow.page.route("**/TextInput.*.js", lambda route: scripts.append(route))
    slow.page.reload()
    slow.settle()
    slow.page.wait_for_timeout(500)  # longer than a page that seems to be there is waited for
    expect(slow.box).to_have_count(0)
    for script in scripts:
        script.continue_()
    slow.page.unroute("**/TextInput.*.js")
    slow.painted(f"{BEFORE} cage")
    expect(slow.box).to_have_value(f"{BEFORE} cage")


def test_what_is_typed_after_an_example_was_chosen_wins_over_it(slow: Screen, line: Line) -> None:
    slow.go("attention", text=BEFORE)
    slow.page.get_by_role("button", name="Stories").click()
    slow.page.get_by_text("Or just a sentence").click()
    example = slow.page.get_by_test_id("stRadio").get_by_text(reader.EXAMPLES[1], exact=True)
    expect(example).to_be_visible()
    line.hold()
    example.click()
    while not line.asked:  # before the choice is sent, what is typed came first
        slow.page.wait_for_timeout(20)
    typed(slow, " cage")
    line.let_through()
    slow.painted(f"{BEFORE} cage")
    expect(slow.box).to_have_value(f"{BEFORE} cage")


def test_what_is_typed_right_after_going_back_is_read(slow: Screen, line: Line) -> None:
    slow.go("attention", text=BEFORE)
    link(slow)
    expect(slow.page.locator("h1")).to_have_text("Masking")
    slow.settle()
    line.hold()
    slow.page.evaluate("history.back()")
    typed(slow, " cage")
    line.let_through()
    expect(slow.page.locator("h1")).to_have_text("Attention")
    slow.painted(f"{BEFORE} cage")
    expect(slow.box).to_have_value(f"{BEFORE} cage")


@pytest.mark.parametrize("forgotten", [False, True])
def test_what_is_typed_while_the_line_is_cut_is_read_when_it_is_back(slow: Screen, line: Line, forgotten: bool) -> None:
    slow.go("attention", text=BEFORE)
    typed(slow, " in")
    slow.painted(f"{BEFORE} in")
    slow.settle()
    line.asked = []
    with line.cut() as attempts:
        expect(slow.page.get_by_text(CUT)).to_be_visible()
        slow.page.evaluate("forgotten => { window.forgotten = forgotten; }", forgotten)
        slow.page.keyboard.type(" a cages")
        slow.page.keyboard.press("Backspace")
        expect(slow.box).to_have_value(f"{BEFORE} in a cage")
        while len(attempts) < 3:  # Streamlit says after the second what it thinks of it
            slow.page.wait_for_timeout(100)
        expect(slow.page.get_by_text("Connection error")).to_be_hidden()
    slow.painted(f"{BEFORE} in a cage")
    expect(slow.box).to_have_value(f"{BEFORE} in a cage")
    expect(slow.box).to_be_focused()
    expect(slow.page.get_by_text(CUT)).to_be_hidden()
    assert not line.asked[0].fragment_id, "whoever is not known runs the page first"
    slow.page.keyboard.type("!")
    slow.painted(f"{BEFORE} in a cage!")
    slow.no_trouble()


def test_a_letter_on_its_way_when_the_line_is_cut_is_read(slow: Screen, line: Line) -> None:
    slow.go("attention", text=BEFORE)
    typed(slow, "s")
    with line.cut():
        expect(slow.box).to_be_disabled()
    slow.painted(f"{BEFORE}s")
    expect(slow.box).to_be_focused()
    slow.page.keyboard.type("!")
    slow.painted(f"{BEFORE}s!")
    slow.no_trouble()
