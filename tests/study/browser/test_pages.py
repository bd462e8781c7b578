"""Every view with a box shows a long text, in which markup is text like any, on a laptop and on a phone."""

import pytest

from headlight.app.links import VIEWS
from tests.browser.test_pages import (
    LAPTOP,
    PHONE,
    WITHOUT_BOX,
    Walk,
    go_on,
    is_calm,
)


@pytest.mark.parametrize("name", [name for name in VIEWS if name not in WITHOUT_BOX])
def test_a_long_text_is_met_calmly(walk: Walk, name: str) -> None:
    go_on(walk, name)
    for size in (LAPTOP, PHONE) if walk.page.viewport_size == LAPTOP else (PHONE, LAPTOP):
        walk.resize(size)
        is_calm(walk)
