"""On the start the end of a ribbon is put on another word, or pulled off: with the mouse, a finger and the keys."""

import re

from playwright.sync_api import expect

from tests.browser.screen import Screen


def end(screen: Screen, word: str):
    """The end of the ribbon that leads to a word."""
    return screen.page.locator(f'.grips i[aria-label*="attends to “{word}”"]')


def middle(screen: Screen, word: str) -> tuple[float, float]:
    box = screen.page.get_by_role("radio", name=re.compile(f"^{word}")).first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 3


def test_an_end_is_dragged_and_the_bars_follow_pulled_off_brought_back_and_moved_by_keys(screen: Screen) -> None:
    screen.go("start")
    end(screen, "bear").hover()
    screen.page.mouse.down()
    screen.page.mouse.move(*middle(screen, "stepped"), steps=6)
    screen.page.mouse.move(*middle(screen, "girl"), steps=3)
    expect(screen.page.get_by_text("attends to “girl” instead of “bear”")).to_be_visible()
    expect(screen.page.locator(".next small").first).to_have_text("4%")
    expect(screen.page.locator(".next .before").first).to_be_visible()
    screen.page.mouse.up()
    expect(screen.page).to_have_url(re.compile(r"edited=6\.5\.8\.4\.1"))
    screen.page.reload()
    expect(screen.page.get_by_text("the gives 93% of its attention to girl")).to_be_visible()
    screen.page.get_by_role("button", name="Undo").click()
    expect(screen.page.get_by_text("layer 6, head 5 brought it from “bear”")).to_be_visible()
    expect(screen.page).not_to_have_url(re.compile("edited"))
    redo, compare = (screen.page.get_by_role("button", name=name) for name in ("Redo", "Then compare"))
    expect(compare).to_be_hidden()  # it would stand in the same place
    redo.click()
    expect(screen.page).to_have_url(re.compile(r"edited=6\.5\.8\.4\.1"))
    expect(redo).to_be_hidden()
    screen.page.get_by_role("button", name="Undo").click()
    expect(screen.page.get_by_text("layer 6, head 5 brought it from “bear”")).to_be_visible()
    screen.settle()
    screen.rest()
    box = end(screen, "bear").bounding_box()
    end(screen, "bear").hover()
    screen.page.mouse.down()
    screen.page.mouse.move(box["x"], box["y"] - 90, steps=6)
    screen.page.mouse.up()
    expect(screen.page.get_by_text("“the” no longer attends to “bear”")).to_be_visible()
    expect(screen.page).to_have_url(re.compile(r"edited=6\.5\.8\.4\.x"))
    expect(redo).to_be_hidden()  # another edit was made
    screen.page.get_by_role("button", name="Reset", exact=True).click()
    expect(screen.page.locator(".undo")).to_be_hidden()
    expect(compare).to_be_visible()
    expect(screen.page.locator(".next small").first).to_have_text("81%")
    expect(screen.page).not_to_have_url(re.compile("edited"))
    screen.settle()
    with screen.answered():
        end(screen, "bear").press("ArrowLeft")
    expect(screen.page).to_have_url(re.compile(r"edited=6\.5\.8\.4\.3"))
    expect(end(screen, "into")).to_be_focused()
    with screen.answered():
        screen.page.keyboard.press("ArrowLeft")
    expect(screen.page).to_have_url(re.compile(r"edited=6\.5\.8\.4\.2"))
    with screen.answered():
        screen.page.keyboard.press("Delete")
    expect(screen.page).to_have_url(re.compile(r"edited=6\.5\.8\.4\.x"))
