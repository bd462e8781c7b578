"""Every view can be read on both grounds, and shows a long text, in which markup is text, on a laptop and a phone."""

import pytest

from headlight.app.links import VIEWS
from tests.browser.test_pages import (
    LAPTOP,
    PHONE,
    WITHOUT_BOX,
    Walk,
    breaks_no_rule,
    go_on,
    is_calm,
    turn_the_lights,
)


@pytest.mark.parametrize("name", [name for name in VIEWS if name not in WITHOUT_BOX])
def test_a_long_text_is_met_calmly(walk: Walk, name: str) -> None:
    go_on(walk, name)
    for size in (LAPTOP, PHONE) if walk.page.viewport_size == LAPTOP else (PHONE, LAPTOP):
        walk.resize(size)
        is_calm(walk)


@pytest.mark.parametrize("name", VIEWS)
def test_both_grounds_have_enough_contrast(walk: Walk, name: str) -> None:
    go_on(walk, name)
    for _ in range(2):
        breaks_no_rule(walk.page, colours_alone=True)
        turn_the_lights(walk)
