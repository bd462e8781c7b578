"""The heads of one layer: enlarged, and switched off by a button, which a saved page lacks."""

import numpy as np
import pytest

from headlight.pictures import Screen
from tests.browser.drawing.colours import assert_colour, sequential
from tests.sampled import sampled

TOKENS = ["ant", "bee", "cat", "dog"]
WEIGHTS = (np.random.default_rng(2).permutation(80).reshape(5, 4, 4) + 10) / 100  # all different, in two digits
HIDDEN = np.broadcast_to(np.triu(np.ones((4, 4), dtype=bool), 1), (5, 4, 4))
WEIGHTS = np.where(HIDDEN, 0, WEIGHTS)
WEIGHTS[2, 3, 0] = 0  # a weight may be 0 in full view
NAMES = [
    "attends to the word before",
    "",
    "",
    "rests on the first word of the text and of every other text that was ever written, in any language, or that "
    "anybody will write",
    "",
]
BOTH_WAYS = pytest.mark.parametrize("transposed", sampled([False, True], [True]))


def heads(draw, **named):
    given = {"tokens": TOKENS, "names": NAMES, "silenced": [3], "alt": "The heads.", "on_head": print, "hidden": HIDDEN}
    return draw(Screen.layer_heads, WEIGHTS, **{**given, **named})


def places(glass, transposed: bool = False) -> dict[tuple[int, int, int], tuple[float, float]]:
    """The middle of each cell [head, query, key], from the tokens above its panel and beside its row of panels."""
    found = {}
    for head in range(5):
        (title,) = [text for text in glass.texts if text["text"].startswith(f"Head {head + 1}")]
        above = [text for text in glass.texts if text["turned"] == -45 and text["x"] > title["x"]]  # of all lines
        beside = [
            text for text in glass.texts if text["turned"] == 0 and text["align"] == "right" and text["y"] > title["y"]
        ]
        for right, low in np.ndindex(4, 4):
            x = min(text["x"] for text in above if text["text"] == TOKENS[right])
            y = min(text["y"] for text in beside if text["text"] == TOKENS[low])
            query, key = (right, low) if transposed else (low, right)
            found[head, query, key] = (x, y)
    return found


def titles(glass) -> list[str]:
    return [text["text"] for text in glass.texts if text["text"].startswith("Head")]


def side(glass) -> float:
    """From the first label beside a panel to the last one."""
    beside = [text["y"] for text in glass.texts if text["turned"] == 0 and text["align"] == "right"]
    return max(beside[:4]) - min(beside[:4])


@BOTH_WAYS
def test_a_click_enlarges_a_head_in_the_same_room_and_another_brings_all_back(draw, transposed: bool) -> None:
    glass = heads(draw, transposed=transposed)
    size, before = glass.size, side(glass)
    assert glass.click(*places(glass, transposed)[4, 0, 0]) == []
    assert titles(glass) == ["Head 5"] and glass.size == size and side(glass) > 1.5 * before
    assert glass.press("s") == [4], "the keys mean the head that is seen"
    image = glass.image()
    for query, key in np.ndindex(4, 4):
        right, low = (query, key) if transposed else (key, query)
        x = next(text["x"] for text in glass.texts if text["turned"] == -45 and text["text"] == TOKENS[right])
        y = next(text["y"] for text in glass.texts if text["turned"] == 0 and text["text"] == TOKENS[low])
        if not HIDDEN[4, query, key]:
            assert_colour(image[round(y) - 24, round(x)], sequential(WEIGHTS[4, query, key], "light"), (query, key))
        number = "0 (masked)" if HIDDEN[4, query, key] else f"{WEIGHTS[4, query, key]:.4f}"
        assert glass.hover(x, y) == [f"Head 5: {TOKENS[query]} → {TOKENS[key]}", f"weight {number}", "Click: all heads"]
    glass.click(x, y)
    assert len(titles(glass)) == 5
    glass.click(*places(glass, transposed)[1, 0, 0])
    glass.page.get_by_role("button", name="× all heads").click()
    glass._texts = None
    assert len(titles(glass)) == 5


def test_a_button_beside_each_title_silences_its_head_or_lets_it_speak(draw) -> None:
    glass = heads(draw)
    where = places(glass)
    buttons = glass.page.locator(".switches button")
    labels = buttons.evaluate_all("all => all.map(each => [each.textContent, each.getAttribute('aria-label')])")
    assert labels[2:4] == [["switch off", "switch off head 3"], ["turn on", "turn on head 4"]] and len(labels) == 5
    assert buttons.first.evaluate("e => getComputedStyle(e).fontSize") == "14px"
    corner = glass.canvas.bounding_box()
    for head in range(5):
        box = buttons.nth(head).bounding_box()
        title = next(text for text in glass.texts if text["text"].startswith(f"Head {head + 1}"))
        assert abs(box["y"] + box["height"] / 2 - corner["y"] - title["y"]) < 4
        assert title["x"] + title["width"] < box["x"] - corner["x"]
        assert box["x"] + box["width"] - corner["x"] < where[head, 3, 3][0] + side(glass) / 4
        buttons.nth(head).click()
        assert glass.chosen() == [head]
    glass.press("ArrowRight")  # a frame on the first head; the button takes the focus from it
    buttons.nth(1).click()
    assert glass.chosen() == [1]


def test_in_a_saved_page_no_head_can_be_switched_off(draw) -> None:
    glass = heads(draw, on_head=None)
    assert glass.page.locator(".switches button").count() == 0
    assert glass.press("ArrowRight", "s") == []
    assert glass.press("Enter") == [] and titles(glass) == ["Head 1"]
    assert glass.page.locator(".switches button").all_text_contents() == ["× all heads"]
