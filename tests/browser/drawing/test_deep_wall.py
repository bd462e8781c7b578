"""The grid of the many heads of a deep model: folded, broken into lines, and as low as its window asks."""

import numpy as np

from tests.browser.drawing.colours import assert_colour, sequential
from tests.browser.drawing.test_head_grid import grid


def deep(draw, width=500, **named):
    """A wall of thirty layers of nine heads, which share their keys by threes, on a part of a laptop's screen."""
    patterns = np.random.default_rng(2).random((30, 9, 5, 5)).astype(np.float32)
    return patterns, grid(draw, patterns, selected=(16, 4), across=True, width=width, tallest=520, **named)


def test_a_deep_wall_is_folded_where_heads_become_larger_by_it(draw) -> None:
    patterns, glass = deep(draw, group=3)
    assert glass.size[0] <= 500 and glass.size[1] <= 520
    above = sorted({text["y"] for text in glass.texts if int(text["text"]) > 9})  # the numbers of layers
    assert len(above) == 2, "two bands"
    columns = {int(text["text"]): text["x"] for text in glass.texts if text["y"] in above}
    assert [*columns] == [*range(1, 31)] and columns[1] == columns[16]
    lines = [text["y"] for text in glass.texts if text["y"] not in above]
    assert len(lines) == 18 and len({*lines}) == 18
    side = np.diff(sorted({*columns.values()}))[0] - 4
    assert side >= 20
    image = glass.image()
    for layer, head in ((0, 0), (14, 8), (15, 0), (16, 4), (29, 8)):
        x, y = columns[layer + 1], lines[9 * (layer // 15) + head]
        assert glass.hover(x, y)[0] == f"Layer {layer + 1}, head {head + 1}"
        at = round(y - 0.4 * side), round(x - 0.4 * side)  # the first cell
        assert_colour(image[at], sequential(patterns[layer, head, 0, 0], "light"), (layer, head))
    assert glass.click(columns[20], lines[9]) == [[19, 0]]
    assert glass.press("ArrowRight", "ArrowUp") == [[17, 4], [16, 3]]  # from [16, 4], chosen


def test_on_a_phone_a_finger_hits_a_head_of_a_deep_wall(draw) -> None:
    _, glass = deep(draw, width=358)
    above = {text["y"] for text in glass.texts if int(text["text"]) > 9}
    columns = sorted({text["x"] for text in glass.texts if text["y"] in above})
    assert np.diff(columns).min() >= 24 and glass.size[0] <= 358


def test_an_order_of_many_heads_is_broken_into_lines_that_fit(draw) -> None:
    order = [(layer, head) for head in range(9) for layer in range(30)]
    _, glass = deep(draw, order=order)
    assert glass.size[0] <= 500 and glass.size[1] <= 520
    titles = {text["text"]: (text["x"], text["y"]) for text in glass.texts}
    assert [*titles] == [f"{layer + 1}.{head + 1}" for layer, head in order]
    wide = len({x for x, _ in titles.values()})
    for layer, head in ((0, 0), (29, 8)):
        x, y = titles[f"{layer + 1}.{head + 1}"]
        assert glass.hover(x, y + 18)[0] == f"Layer {layer + 1}, head {head + 1}"
    at = order.index((16, 4))
    assert glass.press("ArrowDown") == [[*order[at + wide]]]
