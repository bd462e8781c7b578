"""Every payoff is in sight: a presented view fits its slide, and a story's picture a laptop's window under its card."""

import pytest
from playwright.sync_api import expect

from headlight.frame.contents import VIEWS
from headlight.frame.registry import find
from headlight.frame.stories import STORIES
from tests.browser.screen import Screen
from tests.browser.sheets import UNDRAWN, Scene, open_scene

# These have more than one picture of their own, below each other, and are scrolled.
LONGER = ("agreement", "decoding", "gradients", "growing_up", "learning", "one_vector", "recurrence", "repeated")
SCROLLED = ("flies", "il-elle", "grown", "green", "work")  # stories whose picture is higher than what a card leaves
DRAWN = [name for name in VIEWS if name not in (*UNDRAWN, *LONGER) and find(name).draw]


def ends(screen: Screen, pictures: str) -> list[float]:
    """Where pictures end with their sentences, in pixels of the window; there is at least one."""
    screen.rest()
    found = [box["y"] + box["height"] for each in screen.page.locator(pictures).all() if (box := each.bounding_box())]
    assert found
    return found


@pytest.mark.parametrize("view", DRAWN)
def test_a_presented_view_fits_its_slide(screen: Screen, view: str) -> None:
    screen.page.set_viewport_size({"width": 1280, "height": 720})
    open_scene(screen, Scene(view, view, {}), present=True)
    assert max(ends(screen, ".spot")) <= 720


@pytest.mark.parametrize("story", [name for name in STORIES if name not in SCROLLED])
def test_a_story_shows_its_picture_and_its_sentence_under_its_card(screen: Screen, story: str) -> None:
    screen.page.set_viewport_size({"width": 1366, "height": 768})
    told = STORIES[story]
    open_scene(screen, Scene(story, told.view, told.address))
    expect(screen.page.locator(".st-key-story_card")).to_contain_text(told.payoff[:20])
    assert ends(screen, ".spot:not([data-picture=token_chips])")[0] <= 768
