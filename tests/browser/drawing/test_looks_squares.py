"""The squares of the heads under a sentence in large type: what they show of each, and where they stand."""

import re
from functools import partial

import pytest
from playwright.sync_api import expect

from tests.browser.drawing.colours import PALETTES, rgb
from tests.browser.drawing.glass import all_of
from tests.browser.drawing.looked import five_words, ribbons, says


@pytest.fixture
def shown(draw):
    return partial(five_words, draw)


def test_a_head_that_is_pointed_at_shows_how_the_word_looks_there(shown) -> None:
    glass = shown(width=390, why=[("This head brought the word from “bear”. " * 5, False)])
    heads = glass.page.locator(".heads button")
    assert heads.count() == 4
    before = heads.nth(2).bounding_box()
    heads.nth(2).hover()
    assert heads.nth(2).bounding_box() == before, "it stays under the pointer, though less is said of it"
    assert says(glass) == "sleep gives 80% of its attention to didn't."
    assert set(ribbons(glass)) == {2, 3}
    heads.nth(3).hover()
    assert glass.page.locator(".about").inner_text() == "Layer 2, head 2: rests"
    assert heads.evaluate_all("all => all.map(e => e.ariaLabel)")[:2] == [
        "Layer 1, head 1: reads ahead: 0.60",  # of "bear", which the chosen word attends to most
        "Layer 1, head 2: 0.10",
    ]
    assert glass.page.locator(".card").inner_text().split("\n") == ["Layer 2, head 2", "rests", "sleep → bear: 0.30"]
    glass.page.mouse.move(0, 890)
    assert glass.page.locator(".card").is_hidden()


def test_squares_switch_to_what_is_lost_without_each_head_by_pointer_and_by_keys(shown) -> None:
    lost = {"word": "ant", "had": 0.5, "has": [[0.5, 0.004], [0.25, 0.625]]}
    glass = shown(width=900, lost=lost)
    squares, caption = glass.page.locator(".heads .all button"), glass.page.locator(".heads p")
    shows = glass.page.get_by_role("radiogroup", name="What the squares show")
    looking = squares.evaluate_all("all => all.map(e => e.style.background)")
    expect(shows.get_by_role("radio", name="attends to")).to_be_checked()
    shows.get_by_text("lost without it").click()
    assert caption.inner_text() == "All 4 heads. Blue: “ant” drops without this head. Orange: it rises."
    labels = squares.evaluate_all("all => all.map(e => e.ariaLabel)")
    assert labels[1:3] == [
        "Layer 1, head 2: “ant” 50% → under 1% without it",
        "Layer 2, head 1: “ant” 50% → 25% without it",
    ]
    one, most, half, gains = (
        [int(each) for each in re.findall(r"\d+", colour)][:3]
        for colour in squares.evaluate_all("all => all.map(e => e.style.background)")
    )
    cold = [blue - red for red, _, blue in (gains, one, half, most)]
    assert cold == sorted(cold) and len(set(cold)) == 4 and cold[0] < 0 < cold[2]
    squares.nth(2).hover()
    assert glass.page.locator(".card").inner_text() == "Layer 2, head 1: “ant” 50% → 25% without it"
    glass.page.mouse.move(0, 890)
    shows.get_by_role("radio", name="lost without it").press("ArrowLeft")
    expect(shows.get_by_role("radio", name="attends to")).to_be_checked()
    assert squares.evaluate_all("all => all.map(e => e.style.background)") == looking


def test_the_square_of_the_largest_loss_has_the_deepest_colour_unless_nothing_is_lost(shown) -> None:
    deepest = rgb(PALETTES["light"]["positive"])
    for least, deep in ((0.3, True), (0.47, False)):
        glass = shown(width=900, lost={"word": "ant", "had": 0.5, "has": [[0.5, least], [0.49, 0.9]]})
        glass.page.locator(".shows").get_by_text("lost without it").click()
        (colour,) = all_of(glass, ".heads .all div:nth-child(1) button:last-child", "e.style.background")
        assert ([int(each) for each in re.findall(r"\d+", colour)] == list(deepest)) == deep
        glass.page.locator(".shows").get_by_text("attends to").click()


def test_where_nobody_knows_what_is_lost_there_is_no_switch(shown) -> None:
    assert shown().page.locator(".shows").is_hidden()


def test_squares_and_their_caption_follow_the_word_that_is_pointed_at(shown) -> None:
    glass = shown(width=900)
    caption, squares = glass.page.locator(".heads p"), glass.page.locator(".heads button")
    before = squares.evaluate_all("all => all.map(e => e.style.background)")
    assert caption.inner_text() == "All 4 heads: the stronger the colour, the more “sleep” attends to “bear”"
    glass.page.locator(".stage button").nth(2).hover()
    assert caption.inner_text() == "All 4 heads: the stronger the colour, the more “didn't” attends to “bear”"
    after = squares.evaluate_all("all => all.map(e => e.style.background)")
    assert after[1] == after[2] == after[3] != after[0] != before[0], "the others keep their attention for themselves"
