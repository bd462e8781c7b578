"""A pattern as lines: from its query at the left to its key at the right, as deep as its weight; one token alone."""

import numpy as np
from PIL import ImageColor

from headlight.pictures import Heads, Screen
from headlight.pictures.design_tokens import palettes

TOKENS = ["ant", "bee", "cat", "dog", "eel"]
PATTERN = np.zeros((5, 5))
PATTERN[np.arange(5), [2, 0, 4, 0, 1]] = [1, 0.6, 0.2, 0.9, 0.75]
PATTERN[4, 3] = 0.25


def middles(glass) -> tuple[dict[str, float], dict[str, float]]:
    """How low each query stands at the left and each key at the right."""
    words = [text for text in glass.texts if text["text"] in TOKENS]
    left, right = ({text["text"]: text["y"] for text in words if text["align"] == side} for side in ("right", "left"))
    assert list(left) == list(right) == TOKENS
    return left, right


def test_a_line_leads_from_query_to_key_in_the_colour_of_its_head_as_dark_as_its_weight(draw) -> None:
    patterns = np.zeros((2, 5, 5))
    patterns[0, [0, 1, 4], [0, 1, 2]], patterns[1, 3, 4] = [1, 0.3, 0.04], 1
    named = {"heads": Heads([0, 2], ["", "", ""], 0, 1), "on_choice": print}
    glass = draw(Screen.lines, patterns, tokens=TOKENS, alt="Two heads.", **named)
    rows, image, middle = [*middles(glass)[0].values()], glass.image(), int(glass.size[0] / 2)

    def crossing(query: int, key: int) -> np.ndarray:
        """What is darkest half way between a query and a key."""
        y = round((rows[query] + rows[key]) / 2)
        return max(image[y - 4 : y + 5, middle], key=lambda pixel: pixel[3])

    strong, weak, least, other, none = (crossing(*line) for line in [(0, 0), (1, 1), (4, 2), (3, 4), (2, 2)])
    assert strong[3] == 255 > weak[3] > least[3] > none[3] == 0
    for pixel, head in ((strong, 0), (other, 2)):
        assert tuple(pixel[:3]) == ImageColor.getrgb(palettes()["light"]["heads"][head])


def test_tiles_and_tokens_are_operated_as_in_bertviz(draw) -> None:
    patterns = np.stack([PATTERN, PATTERN[::-1]])
    named = {"heads": Heads([0, 2], ["first", "", "", ""], 1, 3), "on_choice": print}
    glass = draw(Screen.lines, patterns, tokens=TOKENS, alt="Two heads.", **named)
    assert glass.card() == [] and len(glass.page.locator("button[aria-pressed=true]").all()) == 2
    tile = glass.page.locator("[aria-label^='Head 3']")
    tile.click()
    assert glass.chosen() == [["heads", [0]]]
    glass.page.wait_for_timeout(400)  # or longer: the next is no second one
    tile.evaluate("tile => { tile.click(); tile.click(); }")  # a busy machine may take long between two of a pointer
    assert glass.chosen() == [["heads", [0]], ["heads", [2]]]
    glass.page.get_by_role("radio", name="Layer 2").press("ArrowRight")
    assert glass.chosen() == [["layer", 2]]
    left, _ = middles(glass)
    assert glass.hover(10, left["eel"]) == [
        "eel (4) attends to, mean of 2 heads", "cat (2): 0.5000", "bee (1): 0.3750", "dog (3): 0.1250"
    ]  # fmt: skip
    assert glass.click(10, left["eel"]) == [["tokens", ["queries", [4]]]]
    glass = draw(Screen.lines, patterns, tokens=TOKENS, alt="Two heads.", chosen=("queries", [1, 4]), **named)
    left, right = middles(glass)
    numbers = [text["text"] for text in glass.texts if text["text"].startswith(("0.", "1."))]
    assert numbers == ["0.75", "0.38", "0.50", "0.13"]  # sums of two rows, the mean of two heads
    assert glass.hover(glass.size[0] - 10, right["bee"]) == [
        "bee (1) + eel (4) → bee (1)", "head 1: 0.7500", "head 3: 0.0000", "0.3750, mean of 2 heads"
    ]  # fmt: skip
    assert glass.click(10, left["bee"]) == [["tokens", ["queries", [4]]]]
    assert glass.click(glass.size[0] - 10, right["ant"]) == [["tokens", ["keys", [0]]]]


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
