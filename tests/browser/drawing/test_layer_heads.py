"""The heads of one layer: each number under its key and beside its query, hatching, silenced heads, clicks, keys."""

import numpy as np
import pytest

from components.layer_heads import layer_heads
from tests.browser.drawing.colours import PALETTES, assert_colour, rgb, sequential

TOKENS = ["ant", "bee", "cat", "dog"]
WEIGHTS = (np.random.default_rng(2).permutation(80).reshape(5, 4, 4) + 10) / 100  # all different, in two digits
HIDDEN = np.broadcast_to(np.triu(np.ones((4, 4), dtype=bool), 1), (5, 4, 4))
WEIGHTS = np.where(HIDDEN, 0, WEIGHTS)
WEIGHTS[2, 3, 0] = 0  # a weight may be 0 in full view
NAMES = [
    "looks at the word before",
    "",
    "",
    "rests on the first word of the text and of every other text that was ever written",
    "",
]
BOTH_WAYS = pytest.mark.parametrize("transposed", [False, True])


def heads(draw, **named):
    given = {"tokens": TOKENS, "names": NAMES, "silenced": [3], "alt": "The heads.", "on_head": print, "hidden": HIDDEN}
    return draw(layer_heads, WEIGHTS, **{**given, **named})


def places(glass, transposed: bool = False) -> dict[tuple[int, int, int], tuple[float, float]]:
    """The middle of each cell [head, query, key], from the tokens above its panel and beside its row of panels."""
    found = {}
    for head in range(5):
        (title,) = [text for text in glass.texts if text["text"].startswith(f"Head {head + 1}")]
        above = [
            text for text in glass.texts if text["turned"] == -45 and text["x"] > title["x"] and text["y"] > title["y"]
        ]
        beside = [
            text for text in glass.texts if text["turned"] == 0 and text["align"] == "right" and text["y"] > title["y"]
        ]
        for right, low in np.ndindex(4, 4):
            x = min(text["x"] for text in above if text["text"] == TOKENS[right])
            y = min(text["y"] for text in beside if text["text"] == TOKENS[low])
            query, key = (right, low) if transposed else (low, right)
            found[head, query, key] = (x, y)
    return found


def hatched(image: np.ndarray, x: float, y: float) -> bool:
    corner = image[round(y) - 20 : round(y) - 10, round(x) - 20 : round(x) + 20]
    return bool((corner[..., 3] == 0).any() and (corner[..., 3] > 0).any())


@BOTH_WAYS
@pytest.mark.parametrize("ground", ["light", "dark"])
def test_each_weight_stands_in_its_cell_in_its_colour_and_hidden_ones_are_hatched(
    draw, transposed: bool, ground: str
) -> None:
    glass = heads(draw, transposed=transposed, ground=ground, silenced=[], width=900)
    image = glass.image()
    for at, (x, y) in places(glass, transposed).items():
        if HIDDEN[at]:
            assert hatched(image, x, y), at
            wanted = "0"
        else:
            assert_colour(image[round(y) - 15, round(x)], sequential(WEIGHTS[at], ground), at)
            wanted = f"{WEIGHTS[at]:.2f}"
        assert any(
            text["text"] == wanted and abs(text["x"] - x) < 1 and abs(text["y"] - y) < 1 for text in glass.texts
        ), (at, wanted)


@BOTH_WAYS
def test_hover_tells_the_weight_and_what_a_click_does(draw, transposed: bool) -> None:
    glass = heads(draw, transposed=transposed)
    where = places(glass, transposed)
    assert glass.hover(*where[1, 3, 2]) == ["Head 2: dog → cat", f"weight {WEIGHTS[1, 3, 2]:.4f}", "Click: silence it"]
    assert glass.hover(*where[3, 1, 2]) == ["Head 4: bee → cat", "weight 0 (masked)", "Click: let it speak"]
    assert glass.hover(1, 1) == []


def test_a_click_or_enter_chooses_a_head(draw) -> None:
    glass = heads(draw)
    where = places(glass)
    assert glass.click(*where[4, 0, 0]) == [4]
    assert glass.click(*where[1, 2, 2]) == [1]
    assert glass.press("Enter") == []  # the keys stand on no head yet
    assert glass.press("ArrowRight", "ArrowRight", "Enter") == [1]
    assert glass.press("ArrowDown", "Enter") == [4]  # three panels in a row
    assert glass.press("ArrowLeft", "Enter") == [3]


def test_a_silenced_head_is_crossed_out_and_named_so(draw) -> None:
    glass = heads(draw)
    titles = [text["text"] for text in glass.texts if text["text"].startswith("Head")]
    assert titles == ["Head 1", "Head 2", "Head 3", "Head 4, silenced", "Head 5"]
    image, where = glass.image(), places(glass)

    def crossing(head: int) -> bool:
        first, last = np.array(where[head, 0, 0]), np.array(where[head, 3, 3])
        x, y = first - (last - first) / 6 + 8  # eight pixels inside of the panel's corner: beside the cell's number
        ink = np.array(rgb(PALETTES["light"]["ink"]))
        return bool(
            (np.abs(image[round(y) - 2 : round(y) + 3, round(x) - 2 : round(x) + 3, :3] - ink).max(axis=2) < 40).any()
        )

    assert [crossing(head) for head in range(5)] == [False, False, False, True, False]


def test_roles_stand_under_the_titles_in_two_lines_at_most(draw) -> None:
    glass = heads(draw)
    words = glass.words()
    assert "looks at the word before" in words
    assert words[words.index("Head 4, silenced") + 1].startswith("rests on the first")
    assert words[words.index("Head 4, silenced") + 2].endswith("…")
    assert glass.canvas.get_attribute("aria-label").startswith("The heads. Arrow keys")
