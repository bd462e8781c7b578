"""Every presented view and every story fits its slide on a large projector too."""

from tests.browser.screen import Screen
from tests.browser.test_slides import SLIDES, each_presented_view_fits, each_story_fits


def test_each_presented_view_fits_its_slide(screen: Screen) -> None:
    each_presented_view_fits(screen, SLIDES[1:])


def test_each_story_fits_its_slide_under_what_it_asks(screen: Screen) -> None:
    each_story_fits(screen, SLIDES[1:])
