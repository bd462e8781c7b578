"""The first minute: what a newcomer sees at the root address without scrolling, and where the three ways lead."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.screen import Screen
from ui import reading


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (1024, 768), (390, 844)])
def test_the_insight_is_seen_without_scrolling(screen: Screen, width: int, height: int) -> None:
    screen.page.set_viewport_size({"width": width, "height": height})
    screen.open()
    said = screen.page.get_by_text(re.compile("^country gives 0.73 of its attention to bear"))
    seen = [screen.box, screen.page.get_by_role("radio", name="country"), said]
    if width > 1000:
        seen += [screen.page.get_by_text("What comes next"), *screen.page.locator(".st-key-ways a").all()]
    for part in seen:
        box = part.bounding_box()
        assert box and box["y"] >= 0 and box["y"] + box["height"] <= height
    screen.fits()


def test_a_word_is_chosen_and_stays_in_the_address(screen: Screen) -> None:
    screen.open()
    with screen.answered():
        screen.page.get_by_role("radio", name="stepped").click()
    expect(screen.page).to_have_url(re.compile("token=2"))
    with screen.answered():
        screen.page.keyboard.press("ArrowLeft")
    expect(screen.page).to_have_url(re.compile("token=1"))
    expect(screen.page.get_by_role("radio", name="girl")).to_be_focused()
    with screen.answered():
        screen.page.get_by_role("radio", name="Layer 6, head 5").click()
    expect(screen.page).to_have_url(re.compile("layer=6.*head=5"))
    screen.page.reload()
    expect(screen.page.get_by_role("radio", name="girl")).to_have_attribute("aria-checked", "true")


def test_the_ribbons_follow_every_key_and_the_stage_keeps_its_place(screen: Screen) -> None:
    screen.open()
    ways = screen.page.locator(".st-key-ways")
    places = set()
    for text in ("a", "bear country", "The old bear walked home through the dark and snowy woods"):
        screen.type(text)
        screen.painted(text)
        screen.rest()
        places.add(round(ways.bounding_box()["y"]))
        expect(screen.page.get_by_role("radio", name=text.split()[-1]).first).to_have_attribute("aria-checked", "true")
    assert len(places) == 1


def test_try_this_opens_the_story_of_this_sentence(screen: Screen) -> None:
    screen.open()
    screen.page.get_by_role("link", name="Try this").click()
    expect(screen.page.get_by_role("heading", name="Heads", exact=True)).to_be_visible()
    screen.settle()
    expect(screen.box).to_have_value(reading.OPENING)
    expect(screen.page.get_by_text("Which head brings the bear back")).to_be_visible()
    expect(screen.page.get_by_role("slider", name="Layer")).to_have_value("6")
