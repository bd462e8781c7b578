"""Every payoff is in sight: a presented view fits its slide, a story's pictures a laptop's window under its card."""

import pytest
from playwright.sync_api import expect

from headlight.frame.contents import VIEWS
from headlight.frame.registry import find
from headlight.frame.stories import STORIES
from tests.browser.screen import Screen
from tests.browser.sheets import UNDRAWN, Scene, open_scene

DRAWN = [name for name in VIEWS if name not in UNDRAWN and (find(name).draw or name == "learning")]
# How many pictures a story speaks of, where it is not its first and what follows from it.
SPOKEN_OF = {"time-flies": 1, "agreement": 1, "painter": 1, "grown": 1, "mask": 4, "animal": 4, "born": 4, "green": 3}


def in_window(screen: Screen, pictures: str, count: int | None = None) -> None:
    """The first pictures, of which there are so many, are in the window with their sentences, whole."""
    screen.rest()
    found = [box for each in screen.page.locator(pictures).all() if (box := each.bounding_box())][:count]
    assert len(found) >= (count or 1)
    size = screen.page.viewport_size
    assert size
    cut = [
        box
        for box in found
        if min(box["x"], box["y"]) < 0
        or box["x"] + box["width"] > size["width"]
        or box["y"] + box["height"] > size["height"]
    ]
    assert cut == []


@pytest.mark.parametrize("view", DRAWN)
def test_a_presented_view_fits_its_slide(screen: Screen, view: str) -> None:
    screen.page.set_viewport_size({"width": 1280, "height": 720})
    open_scene(screen, Scene(view, view, {}), present=True)
    in_window(screen, ".spot")


def test_a_stop_of_the_path_fits_its_slide_with_its_answer(screen: Screen) -> None:
    screen.page.set_viewport_size({"width": 1280, "height": 720})
    screen.open("path?stop=10&guess_10=9+and+1&present=1")
    in_window(screen, ".spot, .st-key-stop_question", 3)


@pytest.mark.parametrize("story", STORIES)
def test_a_story_shows_what_it_speaks_of_under_its_card(screen: Screen, story: str) -> None:
    screen.page.set_viewport_size({"width": 1366, "height": 768})
    told = STORIES[story]
    open_scene(screen, Scene(story, told.view, told.address))
    expect(screen.page.locator(".st-key-story_card")).to_contain_text(told.payoff[:20])
    if told.view == "by_heart":
        with screen.answered():
            screen.page.get_by_role("button", name="Learn it by heart").click()
    in_window(screen, ".spot:not([data-picture=token_chips])", SPOKEN_OF.get(story, 2))
