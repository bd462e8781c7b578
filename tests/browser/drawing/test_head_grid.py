"""The grid of all heads: on a phone, a small head enlarged, and beside the matrix of the chosen one."""

import base64

import numpy as np
import pytest

from headlight.pictures import Labels, Screen, Style
from tests.browser.drawing.colours import assert_colour, sequential
from tests.browser.drawing.glass import BOTH_GROUNDS, KEY, Glass
from tests.pictures.caught import Caught, caught
from tests.sampled import sampled

LAYERS, HEADS, TOKENS = 2, 3, ["ant", "bee", "cat", "dog", "<b>"]
HIDDEN = np.eye(5, 5, 2, dtype=bool)  # the cells two to the right of the diagonal
PATTERNS = np.random.default_rng(5).random((LAYERS, HEADS, 5, 5)).astype(np.float32)
PATTERNS[..., HIDDEN] = 0
PATTERNS[0, 0, 4, 0] = 0  # a weight may be 0 in full view
NAMES = [["", "looks back", ""], ["", "", "looks ahead"]]
BOTH_WAYS = pytest.mark.parametrize("transposed", sampled([False, True], [True]))
GAP = 6
SIDE = 130  # of a head, where there is room


def grid(draw, patterns=PATTERNS, **named):
    """The heads of some patterns; where others are meant than the small ones, without names."""
    names = NAMES if patterns.shape[:2] == (LAYERS, HEADS) else np.full(patterns.shape[:2], "").tolist()
    fixed = {"hidden": HIDDEN, "tokens": TOKENS, "selected": (1, 0), "names": names, "on_head": print}
    return draw(Screen.head_grid, patterns, **fixed | named)


def middle(glass, layer: int, head: int) -> tuple[float, float]:
    """The middle of a head, found by the numbers of its layer and its head."""
    top = min(text["y"] for text in glass.texts)
    (x,) = [text["x"] for text in glass.texts if text["text"] == str(head + 1) and text["y"] == top]
    (y,) = [text["y"] for text in glass.texts if text["text"] == str(layer + 1) and text["y"] != top]
    return x, y


def test_thirty_layers_scroll_on_a_phone_in_a_box_of_their_own_to_the_chosen_head(sharp: Glass) -> None:
    """In a page whose first grid it is: there its style comes after it."""
    patterns = np.random.default_rng(2).random((30, 2, 5, 5)).astype(np.float32)
    about = {"hidden": HIDDEN, "tokens": TOKENS, "names": [["", ""]] * 30, "on_head": print}
    glass = sharp.show(caught(Screen.head_grid, patterns, selected=(19, 0), across=True, key=KEY, **about), width=358)
    box = glass.canvas.locator("xpath=..")
    place = box.evaluate("box => [box.clientWidth, box.scrollWidth, box.scrollLeft]")
    assert place[0] <= 358 and place[1] == pytest.approx(22 + 30 * (36 + GAP), abs=2)
    (chosen,) = {text["x"] for text in glass.texts if text["text"] == "20"}
    assert place[2] < chosen < place[2] + place[0]
    assert glass.hover(chosen, 40)[0] == "Layer 20, head 1"


@BOTH_WAYS
@BOTH_GROUNDS
def test_a_small_head_is_shown_larger_beside_the_pointer(draw, transposed: bool, ground: str) -> None:
    patterns = np.random.default_rng(3).random((12, 2, 5, 5)).astype(np.float32)
    glass = grid(draw, patterns, selected=(0, 0), across=True, transposed=transposed, ground=ground)
    top = min(text["y"] for text in glass.texts)
    columns = {text["text"]: text["x"] for text in glass.texts if text["y"] == top}
    lines = {text["text"]: text["y"] for text in glass.texts if text["y"] != top}
    for layer, head in ((7, 1), (2, 0)):
        assert glass.hover(columns[f"{layer + 1}"], lines[f"{head + 1}"])[0] == f"Layer {layer + 1}, head {head + 1}"
        url = glass.page.locator(".card canvas").evaluate("canvas => canvas.toDataURL()")
        image = glass.read(base64.b64decode(url.split(",")[1]))
        assert image.shape == (160, 160, 4)
        assert glass.page.locator(".card").bounding_box()["y"] >= 0  # though the window ends above this head
        for (query, key), weight in np.ndenumerate(patterns[layer, head]):
            down, right = (key, query) if transposed else (query, key)
            inside = image[32 * down + 2 : 32 * down + 30, 32 * right + 2 : 32 * right + 30]
            if HIDDEN[query, key]:  # hatched, on the ground of the page
                assert len(np.unique(inside.reshape(-1, 4), axis=0)) > 1
            else:
                assert (inside == inside[0, 0]).all()
                assert_colour(inside[0, 0], sequential(weight, ground), (query, key))
    assert glass.hover(2, 2) == []
    assert not glass.page.locator(".card canvas").is_visible()


def beside_its_matrix(screen: Screen) -> None:
    """A grid, and at its right the pattern of the chosen head."""
    grid, matrix = screen.columns(1, 2)
    with grid.headed("All heads", "Choose one."):
        about = {"hidden": HIDDEN, "tokens": TOKENS, "selected": (1, 0), "names": NAMES, "on_head": print}
        screen.head_grid(PATTERNS, key="grid", **about)
    with matrix.headed("Layer 2, head 1", "It is chosen."):
        labels = Labels(TOKENS, TOKENS, "weight")
        screen.matrix(PATTERNS[1, 0], labels, alt="Pattern.", hidden=HIDDEN, key="pattern", style=Style(extent=1.0))


def test_a_head_under_the_pointer_is_shown_in_the_matrix_beside_and_its_line_covers_no_head(glass) -> None:
    board = Screen("bear")
    beside_its_matrix(board)
    glass.show(Caught(board.message()), width=1400)
    grid = glass.page.locator("[data-picture=head_grid]")
    headings = glass.page.locator(".heading > *")

    def numbers() -> list[str]:
        return glass.page.evaluate("written.map(({ text }) => text).filter(text => /^[01][.][0-9]{2}$/.test(text))")

    def of(layer: int, head: int) -> list[str]:
        return [f"{weight:.2f}" for weight in PATTERNS[layer, head][~HIDDEN] if weight >= 0.005]

    assert sorted(numbers()) == sorted(of(1, 0))
    at = grid.locator("canvas").bounding_box()
    side = (at["width"] - 22) / 3
    glass.page.mouse.move(at["x"] + 22 + 1.3 * side, at["y"] + 22 + 0.5 * side)
    assert sorted(numbers()) == sorted(of(0, 1))
    assert headings.all_text_contents() == ["All heads", "Choose one.", "Layer 1, head 2", "looks back"]
    card = grid.locator(".card")
    box = card.bounding_box()
    assert box["y"] + box["height"] <= at["y"] and box["height"] < 36, "one line over the grid"
    assert card.locator("canvas").count() == 0
    glass.page.mouse.move(at["x"] + 22 + 2.5 * side, at["y"] + 22 + 1.5 * side)
    assert sorted(numbers()) == sorted(of(1, 2))
    glass.page.mouse.move(5, 880)
    assert sorted(numbers()) == sorted(of(1, 0))
    assert headings.all_text_contents() == ["All heads", "Choose one.", "Layer 2, head 1", "It is chosen."]
