"""A pattern edited in its matrix, in a real browser: dragged, undone, restored by a link, moved by a finger."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.screen import Screen

GIRL = "The girl stepped into bear country and helped the"
PATTERN = "Pattern of layer 6, head 5"


def corner(screen: Screen, picture: Locator) -> tuple[float, float]:
    """Where the chosen cell is on the screen: the pointer is led to it until the card says so."""
    box = picture.bounding_box()
    assert box
    card = picture.locator("xpath=../div[contains(@class, 'card')]")
    for step in range(24):  # a cell is as wide as three of them
        x, y = box["width"] * (0.3 + step / 36), box["height"] - 6
        picture.hover(position={"x": x, "y": y}, force=True)
        if card.inner_text().startswith("the → bear"):
            return box["x"] + x + 4, box["y"] + y
    raise AssertionError("no such cell")


def press(screen: Screen, name: str) -> None:
    with screen.answered():
        screen.page.get_by_role("button", name=name, exact=True).click()


def test_a_cell_is_dragged_undone_made_again_and_all_left_as_it_was(screen: Screen) -> None:
    screen.go("attention", text=GIRL, layer=6, head=5)
    screen.page.get_by_role("switch", name="Edit", exact=True).click()
    expect(screen.page.get_by_role("heading", name="Layer 6, head 5, edited by hand")).to_be_visible()
    screen.settle()
    x, y = corner(screen, screen.picture(PATTERN))
    mouse = screen.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y + 80, steps=4)
    mouse.move(x, y + 160, steps=4)  # from 0.93 down
    mouse.up()
    expect(screen.page).to_have_url(re.compile(r"edited=6\.5\.8\.4(=|%3D)0\.00"))
    expect(screen.page.get_by_text("the weight from “the” to “bear” is 0.00")).to_be_visible()
    expect(screen.page.get_by_role("heading", name="All heads: what has changed")).to_be_visible()
    screen.settle()
    link = screen.page.url
    press(screen, "Undo")
    expect(screen.page).not_to_have_url(re.compile("[?&]edited="))
    press(screen, "Redo")
    expect(screen.page).to_have_url(re.compile(r"edited=6\.5\.8\.4(=|%3D)0\.00"))
    press(screen, "Reset")
    expect(screen.page.get_by_text("Nothing is edited yet")).to_be_visible()
    screen.page.goto(link)
    expect(screen.page.get_by_text("the weight from “the” to “bear” is 0.00")).to_be_visible()
    screen.no_trouble()


@pytest.mark.study
def test_a_finger_drags_the_chosen_cell_and_scrolls_elsewhere(phone: Screen) -> None:
    phone.go("attention", text=GIRL, layer=6, head=5, editing="true", query=8, key_position=4)
    pattern = phone.picture(PATTERN)
    pattern.scroll_into_view_if_needed()
    x, y = corner(phone, pattern)
    touch = phone.page.context.new_cdp_session(phone.page)

    def swipe(left: float, top: float, by: float) -> None:
        for kind, down in (("touchStart", 0.0), ("touchMove", by / 2), ("touchMove", by)):
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": left, "y": top + down}]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    scrolled = "document.querySelector('[data-testid=stMain]').scrollTop"
    before = phone.page.evaluate(scrolled)
    swipe(x, y, -80 if y > 400 else 80)
    expect(phone.page).to_have_url(re.compile(r"edited=6\.5\.8\.4(=|%3D)"))
    assert phone.page.evaluate(scrolled) == before
    phone.settle()
    edited = phone.page.url
    swipe(x - 90, y, -120)
    phone.page.wait_for_function(f"{scrolled} > {before}")
    assert phone.page.url == edited
    phone.no_trouble()
