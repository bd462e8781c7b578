"""Sliders in a real browser: the picture follows while one drags, and the address with it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.screen import Screen, address_of, held
from tests.sampled import sampled

T = "Attention temperature"


@contextmanager
def dragged(screen: Screen, slider: Locator, *shares: float) -> Iterator[None]:
    """The mouse is down on the slider, and has gone to these shares of its width one after the other."""
    box = slider.bounding_box()
    assert box
    middle = box["y"] + box["height"] / 2
    places = [box["x"] + share * box["width"] for share in shares]
    screen.page.mouse.move(places[0], middle)
    screen.page.mouse.down()
    for place in places[1:]:
        screen.page.mouse.move(place, middle)
    yield
    screen.page.mouse.up()


DRAGGED = [
    ("scaling", "Multiplier of the scores", "q · k", "multiplier"),  # at its picture
    ("one_step", "Learning rate", "The loss goes from", "rate"),
]


@pytest.mark.parametrize(("view", "dial", "changes", "key"), sampled(DRAGGED, DRAGGED[:1]))
def test_the_picture_follows_while_a_slider_is_dragged(screen: Screen, view, dial, changes, key) -> None:
    screen.go(view, text="bear country")
    slider = screen.page.get_by_role("slider", name=dial)
    shown = screen.page.get_by_text(re.compile(changes)).locator("xpath=..")
    before = shown.inner_text()
    with dragged(screen, slider, 0.3, 0.2, 0.1):
        expect(shown).not_to_have_text(before)
        expect(screen.page).to_have_url(re.compile(f"{key}="))
    screen.settle()
    at = slider.get_attribute("aria-valuetext")
    expect(screen.page).to_have_url(re.compile(f"{key}={re.escape(at)}"))
    screen.open("?" + screen.page.url.partition("?")[2])
    expect(slider).to_have_attribute("aria-valuetext", at)
    screen.no_trouble()


def test_a_choice_in_a_picture_moves_a_slider_and_keys_that_come_faster_than_the_answers_all_count(
    screen: Screen,
) -> None:
    screen.go("all_heads", text="bear country", layer=3, head=1, arithmetic="true")
    layer = screen.page.get_by_role("slider", name="Layer")
    before = layer.input_value()
    grid = screen.picture("Attention patterns of 6 layers")
    grid.focus()
    with screen.answered():
        screen.page.keyboard.press("ArrowDown")
    expect(layer).to_have_value(str(int(before) + 1))
    slider = screen.page.get_by_role("slider", name=T)
    for _ in range(9):
        slider.press("ArrowRight")
    expect(screen.page).to_have_url(re.compile("attention_temperature=1.9"))
    screen.settle()
    expect(slider).to_have_value("1.9")


def test_no_control_of_the_browser_is_seen_before_its_style_has_come(screen: Screen) -> None:
    page, parts = screen.page, ("slide", "toggles")
    with held(page, *(f"**/{part}*.css" for part in parts)):
        page.goto(screen.address + address_of("scaling", text="bear country"), wait_until="commit")
        for part in parts:
            control = page.locator(f".{part} input").first
            control.wait_for(state="attached")
            assert control.evaluate(f"input => getComputedStyle(input.closest('.{part}')).opacity") == "0"
    for part in parts:
        expect(page.locator(f".{part}").first).to_have_css("opacity", "1")
