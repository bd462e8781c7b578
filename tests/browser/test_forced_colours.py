"""In forced colours, as Windows has them for high contrast, every control has a shape and shows what is chosen."""

import numpy as np
import pytest
from playwright.sync_api import Locator, expect

from tests.browser.drawing.glass import Glass
from tests.browser.screen import Screen
from tests.sampled import sampled


@pytest.fixture(params=sampled(["dark", "light"], ["dark"]))
def forced(request: pytest.FixtureRequest, screen: Screen) -> Screen:
    """A laptop's screen in the system's colours, on the ground that they have."""
    screen.page.emulate_media(forced_colors="active", color_scheme=request.param)
    return screen


def seen(element: Locator) -> np.ndarray:
    """Return what stands there on the screen, as [row, column, colour], with a little around it."""
    box = element.bounding_box()
    assert box
    clip = {"x": box["x"] - 3, "y": box["y"] - 3, "width": box["width"] + 6, "height": box["height"] + 6}
    return Glass.read(element.page.screenshot(clip=clip))[..., :3]


def ink(image: np.ndarray) -> np.ndarray:
    """Which pixels are not of the ground, that of the corner, and can be told from it: [row, column]."""
    return np.abs(image - image[0, 0]).sum(axis=-1) > 120


def test_a_slider_has_a_track_and_a_thumb_where_it_stands(forced: Screen) -> None:
    forced.go("attention", layer=2, head=1)
    slider = forced.page.get_by_role("slider", name="Layer")
    before = ink(seen(slider))
    across, down = before.any(axis=0), before.sum(axis=0)
    assert across[6:-6].mean() > 0.95, "the track goes from end to end"
    assert down.max() >= 12 and np.median(down[down > 0]) <= 8, "the thumb is higher than the track"
    forced.turn_up("Layer", "3")
    slider.blur()
    after = ink(seen(slider)).sum(axis=0)
    assert after.argmax() > down.argmax() + 20


def test_a_switch_has_a_shape_and_shows_whether_it_is_on(forced: Screen) -> None:
    forced.go("attention")
    switch = forced.page.get_by_role("switch", name="Whole words")
    off = seen(switch)
    assert ink(off).any(axis=1).sum() >= 10 and ink(off).any(axis=0).sum() >= 18
    with forced.answered():
        switch.click()
    forced.page.mouse.move(700, 5)
    expect(switch).to_be_checked()
    forced.rest()
    assert (np.abs(seen(switch) - off).sum(axis=-1) > 120).mean() > 0.15


def test_the_open_view_has_a_line_under_it(forced: Screen) -> None:
    forced.go("masking")
    lines = [
        forced.page.get_by_role("link", name=name, exact=True).evaluate("e => getComputedStyle(e).borderBottomStyle")
        for name in ("The mask", "A model that cheats")
    ]
    assert lines == ["solid", "none"]


def test_colours_that_are_quantities_stay(forced: Screen) -> None:
    forced.go("start")
    ground = "e => getComputedStyle(e).backgroundColor"
    squares = forced.page.locator(".heads button")
    expect(squares).to_have_count(36)
    rgb = "all => new Set(all.map(e => e.style.background)).size"
    assert squares.evaluate_all(rgb) > 3
    first, strongest = (squares.nth(place) for place in (0, 34))
    assert np.abs(seen(first)[12, 12] - seen(strongest)[12, 12]).sum() > 60
    bar = forced.page.locator(".next li i").first
    assert bar.evaluate(ground) != forced.page.locator(".stApp").evaluate(ground)
    assert np.abs(seen(bar)[9, 20] - seen(bar)[0, 0]).sum() > 60
