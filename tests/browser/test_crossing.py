"""Two wishes, the second sent before the answer to the first has come: both are fulfilled and stand in the address."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.screen import Screen
from tests.browser.wire import SlowWire

TEXT = "bear country"
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
def test_both_are_fulfilled(slow: Screen, wire: SlowWire, wishes: tuple[Wish, Wish], kept: dict[str, str]) -> None:
    slow.open("all_heads", text=TEXT, layer=2, head=2)
    wire.holds, wire.asked = True, []
    for number, wish in enumerate(wishes, start=1):
        wish(slow)
        while len(wire.asked) < number:
            slow.page.wait_for_timeout(20)
    wire.let_through()
    for key, value in kept.items():
        expect(slow.page).to_have_url(re.compile(rf"[?&]{key}={value}(&|$)"))
    slow.settle()
    for key, value in kept.items():
        expect(slow.page).to_have_url(re.compile(rf"[?&]{key}={value}(&|$)"))
    shown = "layer {}, head {}".format(kept["layer"], kept.get("head", "6" if head in wishes else "2"))
    expect(slow.page.locator(f'.board [aria-label*="{shown}"]').first).to_be_visible()
    slow.no_trouble()
