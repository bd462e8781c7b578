"""Nothing chosen or clicked is lost while the server has not answered, but what is of a page that is being left."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Position, expect

from tests.browser.screen import Screen
from tests.browser.test_typing import BEFORE, link, view
from tests.browser.wire import Line


def test_a_click_into_a_page_that_is_being_left_asks_the_server_nothing(slow: Screen, line: Line) -> None:
    """Asked while the other page is run, it would take the values of that one out of the address."""
    slow.go("all_heads", text=BEFORE, layer=3, head=1)
    cell: Position = {"x": 140, "y": 160}
    picture = slow.page.locator(".spot canvas").first
    with slow.answered():
        picture.click(position=cell)
    assert line.asked[-1].fragment_id, "a click is a request of a part of the page"
    picture.scroll_into_view_if_needed()
    line.hold()
    slow.page.get_by_role("link", name="Tokens →").click(no_wait_after=True)
    picture.click(position=cell, no_wait_after=True)
    slow.page.wait_for_timeout(300)  # what is not asked gives no sign
    line.let_through()
    slow.painted(BEFORE)
    expect(slow.page.locator("h1")).to_have_text("Tokens")
    expect(slow.page).to_have_url(re.compile(r"tokens\?.*text=red.bear"))
    assert [each.fragment_id for each in line.asked] == [""]
    slow.no_trouble()


def test_a_click_that_waits_for_the_page_is_made_anew(slow: Screen, line: Line) -> None:
    """The server may count on what the browser has of its messages, and later that is something else."""
    slow.go("attention", text=" ".join([BEFORE] * 20), orientation="rows")  # so long that its message is kept
    picture = slow.picture("Pattern of")
    line.hold()
    slow.page.get_by_role("radio", name="columns", exact=True).click(no_wait_after=True)
    picture.click(no_wait_after=True)
    slow.page.wait_for_timeout(300)
    assert not line.asked[-1].fragment_id and line.asked[-1].cached_message_hashes
    line.let_through()
    slow.settle()
    slow.page.wait_for_timeout(300)
    click = line.asked[-1]
    assert click.fragment_id and click.page_script_hash and click.widget_states.widgets
    assert not click.cached_message_hashes
    slow.no_trouble()


# Wishes, of which the second is sent before the answer to the first has come.
Wish = Callable[[Screen], None]


def head(screen: Screen) -> None:
    """The last of all heads, by a click."""
    grid = screen.picture("Attention patterns of 6 layers")
    box = grid.bounding_box()
    assert box
    grid.click(position={"x": box["width"] - 20, "y": box["height"] - 20})


def layer(screen: Screen) -> None:
    slider = screen.page.get_by_role("slider", name="Layer")
    slider.focus()
    slider.press("ArrowRight")


def temperature(screen: Screen) -> None:
    slider = screen.page.get_by_role("slider", name="Attention temperature")
    slider.focus()
    slider.press("ArrowRight")


def letter(screen: Screen) -> None:
    screen.box.press("End")
    screen.box.press("s")


def effects(screen: Screen) -> None:
    screen.page.get_by_role("paragraph").filter(has_text="Effects").click()


def columns(screen: Screen) -> None:
    screen.page.get_by_role("radio", name="columns", exact=True).click()


@pytest.mark.parametrize(
    ("wishes", "kept"),
    [
        ((head, letter), {"layer": "6", "head": "6", "text": "bear.countrys"}),
        ((head, temperature), {"layer": "6", "head": "6", "attention_temperature": "1.1"}),
        ((temperature, head), {"attention_temperature": "1.1", "layer": "6", "head": "6"}),
        ((layer, temperature), {"layer": "3", "attention_temperature": "1.1"}),
        ((layer, effects), {"layer": "3", "by_effect": "true"}),
        ((head, columns), {"layer": "6", "orientation": "columns"}),
    ],
    ids=lambda each: "-".join(wish.__name__ for wish in each) if isinstance(each, tuple) else "",
)
def test_of_two_wishes_that_cross_both_are_fulfilled_and_stand_in_the_address(
    slow: Screen, line: Line, wishes: tuple[Wish, Wish], kept: dict[str, str]
) -> None:
    slow.go("all_heads", text="bear country", layer=2, head=2, orientation="rows", attention_temperature=1)
    line.hold()
    for number, wish in enumerate(wishes, start=1):
        wish(slow)
        while len(line.asked) < number:
            slow.page.wait_for_timeout(20)
    line.let_through()
    for key, value in kept.items():
        expect(slow.page).to_have_url(re.compile(rf"[?&]{key}={value}(&|$)"))
    slow.settle()
    for key, value in kept.items():
        expect(slow.page).to_have_url(re.compile(rf"[?&]{key}={value}(&|$)"))
    shown = "layer {}, head {}".format(kept["layer"], kept.get("head", "6" if head in wishes else "2"))
    expect(slow.page.locator(f'.board [aria-label*="{shown}"]').first).to_be_visible()
    slow.no_trouble()


def back(screen: Screen) -> None:
    screen.page.evaluate("history.back()")


def code(screen: Screen) -> None:
    screen.page.locator(".st-key-code label").first.click(no_wait_after=True)


def test_a_slider_of_the_sidebar_goes_back_at_once(slow: Screen, line: Line) -> None:
    slow.go("all_heads", text="bear country", layer=2, head=2)
    with slow.answered():
        head(slow)
    slider = slow.page.get_by_role("slider", name="Layer")
    expect(slider).to_have_value("6")
    line.hold()
    back(slow)
    expect(slow.page).to_have_url(re.compile("layer=2"))
    expect(slider).to_have_value("2")


@pytest.mark.parametrize("change", [link, back])
def test_a_control_of_a_page_that_is_being_left_asks_the_server_nothing(
    slow: Screen, line: Line, change: Callable[[Screen], None]
) -> None:
    """Asked while the other page is run, it would bring this one back under its address, or an error."""
    slow.go("masking" if change is back else "tokens", text=BEFORE)
    slow.go("attention", text=BEFORE, orientation="rows")
    line.hold()
    change(slow)
    while not line.asked:
        slow.page.wait_for_timeout(20)
    columns(slow)
    code(slow)
    slow.page.wait_for_timeout(300)  # what is not asked gives no sign
    line.let_through()
    expect(slow.page.locator("h1")).to_have_text("Masking")
    slow.settle()
    assert len(line.asked) == 1
    expect(slow.page).to_have_url(re.compile(r"masking\?text=red.bear$"))
    expect(slow.box).to_have_value(BEFORE)
    slow.no_trouble()


def test_a_control_of_an_address_that_is_being_left_asks_the_server_nothing(slow: Screen, line: Line) -> None:
    """It is of the same page, but what it would set there is not what the link says."""
    slow.go("attention", text=BEFORE, story="name", orientation="rows")
    line.hold()
    slow.page.get_by_role("link", name="Begin again").click(no_wait_after=True)
    while not line.asked:
        slow.page.wait_for_timeout(20)
    columns(slow)
    slow.page.wait_for_timeout(300)  # what is not asked gives no sign
    line.let_through()
    expect(slow.box).to_have_value(re.compile("Nobody saw Rafael"))
    slow.settle()
    assert len(line.asked) == 1
    expect(slow.page).not_to_have_url(re.compile("columns"))
    slow.no_trouble()


def test_a_control_that_waits_on_a_page_that_is_left_then_is_not_asked_for_on_the_next(
    slow: Screen, line: Line
) -> None:
    slow.go("attention", text=BEFORE, orientation="rows")
    line.hold()
    for change, asked in ((view, 1), (columns, 1), (link, 2)):
        change(slow)
        while len(line.asked) < asked:
            slow.page.wait_for_timeout(20)
    line.let_through()
    expect(slow.page.locator("h1")).to_have_text("Masking")
    slow.settle()
    assert len(line.asked) == 2
    expect(slow.page).to_have_url(re.compile(r"masking\?text=red.bear$"))
    slow.no_trouble()


def test_what_is_set_while_another_view_opens_is_set_there_and_stands_in_the_address(slow: Screen, line: Line) -> None:
    slow.go("attention", text=BEFORE, orientation="rows")
    line.hold()
    view(slow)
    while not line.asked:
        slow.page.wait_for_timeout(20)
    columns(slow)
    code(slow)
    line.let_through()
    expect(slow.page.get_by_text("The context without projections")).to_be_visible()  # the code
    slow.settle()
    expect(slow.page).to_have_url(re.compile(r"(?=.*view=By.hand)(?=.*orientation=columns)(?=.*code=true)"))
    expect(slow.picture("Weights of").first).to_have_attribute("aria-label", re.compile("columns look"))
    slow.no_trouble()


def test_of_two_views_that_are_chosen_at_once_the_last_one_opens(slow: Screen, line: Line) -> None:
    slow.go("attention", text=BEFORE)
    line.hold()
    view(slow)
    while not line.asked:
        slow.page.wait_for_timeout(20)
    slow.page.get_by_role("radio", name="Four words", exact=True).click(no_wait_after=True)
    line.let_through()
    expect(slow.picture("The pattern of the words")).to_be_visible()
    expect(slow.page).to_have_url(re.compile("view=Four.words"))
    slow.no_trouble()


def test_steps_of_a_walk_that_are_asked_for_at_once_are_made_one_after_another(slow: Screen, line: Line) -> None:
    walk = "/path\n/tokens\n/path?stop=3\n/attention"
    page = slow.go("path", present=1, walk_at=1, walk=walk).page
    expect(page.get_by_text("1 of 4")).to_be_visible()
    line.hold()
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
    line.let_through()
    expect(page.get_by_text("3 of 4")).to_be_visible()
    slow.settle()
    expect(page.get_by_text("3 of 4")).to_be_visible()
    expect(page.get_by_text("3 · Position becomes a vector too")).to_be_visible()
    slow.no_trouble()
