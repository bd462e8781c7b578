"""A pattern as lines: heads are chosen by their tiles, and hundreds of tokens can be read."""

import numpy as np

from headlight.pictures import Heads, Screen


def test_a_second_click_on_a_tile_shows_its_head_alone(draw) -> None:
    named = {"tokens": ["ant", "bee"], "heads": Heads([0, 2], ["", "", "", ""], 1, 3), "on_choice": print}
    glass = draw(Screen.lines, np.full((2, 2, 2), 0.5), alt="Two heads.", **named)
    tile = glass.page.locator("[aria-label^='Head 3']")
    tile.click()
    assert glass.chosen() == [["heads", [0]]]
    glass.page.wait_for_timeout(400)  # or longer: the next is no second one
    tile.evaluate("tile => { tile.click(); tile.click(); }")  # a busy machine may take long between two of a pointer
    assert glass.chosen() == [["heads", [0]], ["heads", [2]]]


def test_hundreds_of_tokens_are_drawn_and_each_still_has_its_own_lines(draw) -> None:
    count, chance = 256, np.random.default_rng(0)
    patterns = np.tril(np.exp(4 * chance.normal(size=(2, count, count))))
    patterns /= patterns.sum(-1, keepdims=True)
    tokens = [f"t{place}" for place in range(count)]
    heads = Heads([0, 1], ["", ""], 0, 2)
    glass = draw(Screen.lines, patterns, tokens=tokens, alt="Long.", heads=heads, on_choice=print)
    assert glass.size[1] < 640, "they end with the screen, and the reader goes in"
    mean = patterns[:, 255].mean(0)
    best = int(mean.argmax())
    glass.press("ArrowUp")
    glass.press("ArrowDown")
    assert glass.card()[:2] == ["t255 (255) attends to, mean of 2 heads", f"t{best} ({best}): {mean[best]:.4f}"]
    glass.press(*["+"] * 9)
    glass._texts = None
    rows = sorted(text["y"] for text in glass.texts if text["align"] == "right" and text["text"][:1] == "t")
    assert len(rows) > 20 and min(np.diff(rows)) > 13
