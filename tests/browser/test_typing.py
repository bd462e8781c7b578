"""Nothing typed is lost while the page is being changed: the box shows it, and the picture follows."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Position, expect

from headlight.frame import reader
from tests.browser.screen import Screen
from tests.browser.wire import CUT, SlowWire

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
    slow: Screen, wire: SlowWire, change: Callable[[Screen], None], before: str
) -> None:
    slow.open("attention", text=before)
    wire.holds = True
    change(slow)
    typed(slow, " cage\N{PAW PRINTS}s")
    slow.page.keyboard.press("Backspace")
    slow.page.keyboard.press("Backspace")
    expect(slow.box).to_have_value(f"{before} cage")
    wire.let_through()
    slow.painted(f"{before} cage")
    expect(slow.box).to_have_value(f"{before} cage")
    expect(slow.box).to_be_focused()
    slow.no_trouble()


def test_what_is_pasted_before_the_server_answers_is_read_once(slow: Screen, wire: SlowWire) -> None:
    slow.open("attention", text=BEFORE)
    wire.holds, wire.asked = True, []
    view(slow)
    typed(slow, " a")
    slow.page.keyboard.insert_text(" cage d'été")
    expect(slow.box).to_have_value(f"{BEFORE} a cage d'été")
    wire.let_through()
    slow.painted(f"{BEFORE} a cage d'été")
    slow.settle()
    assert [bool(each.fragment_id) for each in wire.asked] == [False, True]


def test_a_box_that_is_full_before_the_server_answers_takes_no_more_and_loses_nothing(
    slow: Screen, wire: SlowWire
) -> None:
    before = f"{BEFORE} ".ljust(599, "x")
    slow.open("attention", text=before)
    wire.holds = True
    view(slow)
    typed(slow, "yz")
    expect(slow.box).to_have_value(f"{before}y")
    wire.let_through()
    expect(slow.page).to_have_url(re.compile("xy(&|$)"))
    expect(slow.box).to_have_value(f"{before}y")


@pytest.mark.parametrize("by_key", [True, False])
def test_what_is_put_into_a_box_that_is_drawn_empty_at_first_follows_its_text(
    slow: Screen, wire: SlowWire, by_key: bool
) -> None:
    slow.open("attention", text=BEFORE)
    wire.holds = True
    link(slow)
    slow.box.focus()
    slow.box.evaluate("box => Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(box, '')")
    (slow.page.keyboard.type if by_key else slow.page.keyboard.insert_text)(" cage")
    wire.let_through()
    slow.painted(f"{BEFORE} cage")
    expect(slow.box).to_have_value(f"{BEFORE} cage")


@pytest.mark.parametrize("change", [link, view])
@pytest.mark.parametrize("clears", ["Delete", "Backspace"])
def test_a_text_that_is_cleared_before_the_server_answers_stays_so(
    slow: Screen, wire: SlowWire, change: Callable[[Screen], None], clears: str
) -> None:
    slow.open("attention", text=BEFORE)
    wire.holds = True
    change(slow)
    slow.box.select_text()
    slow.page.keyboard.press(clears)
    expect(slow.box).to_have_value("")
    slow.page.keyboard.type("cage")
    wire.let_through()
    slow.painted("cage")
    expect(slow.box).to_have_value("cage")


def test_what_is_typed_into_two_boxes_before_the_server_answers_is_read_in_both(slow: Screen, wire: SlowWire) -> None:
    slow.open("all_heads", text="bear country", by_effect="true")
    word = slow.page.get_by_label("Next word", exact=True)
    wire.holds = True
    slow.page.get_by_role("radio", name="columns", exact=True).click(no_wait_after=True)
    typed(slow, " man")
    word.focus()
    slow.page.keyboard.type("boy")
    slow.box.focus()
    slow.page.keyboard.press("End")
    slow.page.keyboard.type("y")
    expect(word).to_have_value("boy")
    wire.let_through()
    slow.painted("bear country many", "Effects of every cell")
    expect(slow.page.get_by_role("heading", name="effect on “boy”")).to_be_visible()
    expect(slow.box).to_have_value("bear country many")
    expect(word).to_have_value("boy")
    slow.no_trouble()


@pytest.mark.parametrize("change", [link, view])
def test_what_is_typed_while_there_is_no_box_is_put_into_the_next(
    slow: Screen, wire: SlowWire, change: Callable[[Screen], None]
) -> None:
    slow.open("attention", text=BEFORE)
    wire.holds = True
    change(slow)
    typed(slow, " i")
    while not wire.kept("delta"):
        slow.page.wait_for_timeout(20)
    wire.let_through("new_session")
    wire.let_through("new_session")  # the first run wrote the address
    if change is link:
        expect(slow.box).to_have_count(0)
    slow.page.keyboard.type("n p")  # which alone would begin to present
    wire.let_through()
    slow.painted(f"{BEFORE} in p")
    slow.page.keyboard.type("ark")
    slow.painted(f"{BEFORE} in park")
    expect(slow.box).to_have_value(f"{BEFORE} in park")
    expect(slow.page).not_to_have_url(re.compile("present"))


def test_what_is_typed_just_before_a_reload_is_read(slow: Screen, wire: SlowWire) -> None:
    slow.open("attention", text=BEFORE)
    wire.holds = True
    view(slow)
    typed(slow, " cage")
    wire.let_through("new_session")
    wire.holds = False
    slow.page.reload()
    slow.painted(f"{BEFORE} cage")
    expect(slow.box).to_have_value(f"{BEFORE} cage")
    slow.page.reload()
    slow.painted(f"{BEFORE} cage")
    slow.no_trouble()


def test_what_is_typed_after_an_example_was_chosen_wins_over_it(slow: Screen, wire: SlowWire) -> None:
    slow.open("attention", text=BEFORE)
    slow.page.get_by_role("button", name="Stories").click()
    slow.page.get_by_text("Or just a sentence").click()
    example = slow.page.get_by_test_id("stRadio").get_by_text(reader.EXAMPLES[1], exact=True)
    expect(example).to_be_visible()
    wire.holds, wire.asked = True, []
    example.click()
    while not wire.asked:  # before the choice is sent, what is typed came first
        slow.page.wait_for_timeout(20)
    typed(slow, " cage")
    wire.let_through()
    slow.painted(f"{BEFORE} cage")
    expect(slow.box).to_have_value(f"{BEFORE} cage")


def test_what_is_typed_right_after_going_back_is_read(slow: Screen, wire: SlowWire) -> None:
    slow.open("attention", text=BEFORE)
    link(slow)
    expect(slow.page.locator("h1")).to_have_text("Masking")
    slow.settle()
    wire.holds = True
    slow.page.evaluate("history.back()")
    typed(slow, " cage")
    wire.let_through()
    expect(slow.page.locator("h1")).to_have_text("Attention")
    slow.painted(f"{BEFORE} cage")
    expect(slow.box).to_have_value(f"{BEFORE} cage")


def test_a_click_into_a_page_that_is_being_left_asks_the_server_nothing(slow: Screen, wire: SlowWire) -> None:
    """Asked while the other page is run, it would take the values of that one out of the address."""
    slow.open("all_heads", text=BEFORE, layer=3, head=1)
    cell: Position = {"x": 140, "y": 160}
    picture = slow.page.locator(".spot canvas").first
    with slow.answered():
        picture.click(position=cell)
    assert wire.asked[-1].fragment_id, "a click is a request of a part of the page"
    picture.scroll_into_view_if_needed()
    wire.holds, wire.asked = True, []
    slow.page.get_by_role("link", name="Tokens →").click(no_wait_after=True)
    picture.click(position=cell, no_wait_after=True)
    slow.page.wait_for_timeout(300)  # what is not asked gives no sign
    wire.let_through()
    slow.painted(BEFORE)
    expect(slow.page.locator("h1")).to_have_text("Tokens")
    expect(slow.page).to_have_url(re.compile(r"tokens\?.*text=red.bear"))
    assert [each.fragment_id for each in wire.asked] == [""]
    slow.no_trouble()


def test_a_click_that_waits_for_the_page_is_made_anew(slow: Screen, wire: SlowWire) -> None:
    """The server may count on what the browser has of its messages, and later that is something else."""
    slow.open("attention", text=" ".join([BEFORE] * 20), layer=3, head=1)  # so long that its message is one to keep
    picture = slow.picture("Pattern of layer 3, head 1")
    wire.holds = True
    slow.page.get_by_role("radio", name="columns", exact=True).click(no_wait_after=True)
    picture.click(no_wait_after=True)
    slow.page.wait_for_timeout(300)
    assert not wire.asked[-1].fragment_id and wire.asked[-1].cached_message_hashes
    wire.let_through()
    slow.settle()
    slow.page.wait_for_timeout(300)
    click = wire.asked[-1]
    assert click.fragment_id and click.page_script_hash and click.widget_states.widgets
    assert not click.cached_message_hashes
    slow.no_trouble()


def test_steps_of_a_walk_that_are_asked_for_at_once_are_made_one_after_another(slow: Screen, wire: SlowWire) -> None:
    walk = "/path\n/tokens\n/path?stop=3\n/attention"
    page = slow.open("path", box=False, present=1, walk_at=1, walk=walk).page
    expect(page.get_by_text("1 of 4")).to_be_visible()
    wire.holds = True
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
    wire.let_through()
    expect(page.get_by_text("3 of 4")).to_be_visible()
    slow.settle()
    expect(page.get_by_text("3 of 4")).to_be_visible()
    expect(page.get_by_text("3 · Position becomes a vector too")).to_be_visible()
    slow.no_trouble()


@pytest.mark.parametrize("forgotten", [False, True])
def test_what_is_typed_while_the_line_is_cut_is_read_when_it_is_back(
    slow: Screen, wire: SlowWire, forgotten: bool
) -> None:
    slow.open("attention", text=BEFORE)
    typed(slow, " in")
    slow.painted(f"{BEFORE} in")
    slow.settle()
    wire.asked = []
    with wire.cut(slow.page) as attempts:
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
    assert not wire.asked[0].fragment_id, "whoever is not known runs the page first"
    slow.page.keyboard.type("!")
    slow.painted(f"{BEFORE} in a cage!")
    slow.no_trouble()


def test_a_letter_on_its_way_when_the_line_is_cut_is_read(slow: Screen, wire: SlowWire) -> None:
    slow.open("attention", text=BEFORE)
    typed(slow, "s")
    with wire.cut(slow.page):
        expect(slow.box).to_be_disabled()
    slow.painted(f"{BEFORE}s")
    expect(slow.box).to_be_focused()
    slow.page.keyboard.type("!")
    slow.painted(f"{BEFORE}s!")
    slow.no_trouble()
