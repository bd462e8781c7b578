"""A network over a sentence: its arrows, the way that is lit, and what a click on a word or a state chooses."""

import numpy as np

from headlight.pictures import Screen
from tests.browser.drawing.colours import PALETTES, rgb
from tests.browser.drawing.glass import BOTH_GROUNDS

WORDS = ["ant", "bee", "cat", "dog", "eel", "fox", "gnu"]
LEVELS = ["first layer", "second layer"]
EDGES = [((0, 1), (1, 1)), ((1, 1), (2, 5)), ((0, 6), (1, 0))]
LIT = [(0, 1), (1, 1), (2, 5)]


def network(draw, **named):
    given = {
        "levels": LEVELS,
        "edges": EDGES,
        "lit": LIT,
        "shares": [0, 0.2, 0, 0, 0, 1, 0],
        "notes": [f"note {place}" for place in range(7)],
        "alt": "A network.",
        "on_ends": print,
    }
    return draw(Screen.paths, WORDS, **{**given, **named})


def node(glass, level: int, place: int) -> tuple[float, float]:
    """Where a state stands: above its word, beside its level's name; a word's own place is where arrows begin."""
    first, second = (glass.text(name)["y"] for name in LEVELS)
    return glass.text(WORDS[place])["x"], {0: 2 * first - second, 1: first, 2: second}[level]


def colour(glass, x: float, y: float, image=None) -> list[int]:
    return (glass.image() if image is None else image)[round(y), round(x)].tolist()


@BOTH_GROUNDS
def test_the_way_is_lit_through_its_states_alone(draw, ground: str) -> None:
    glass = network(draw, ground=ground)
    accent, image = rgb(PALETTES[ground]["accent"]), glass.image()
    lit = {
        (level, place)
        for level in (1, 2)
        for place in range(7)
        if np.abs(np.array(colour(glass, *node(glass, level, place), image)[:3]) - accent).max() <= 4
    }
    assert lit == {(1, 1), (2, 5)}
    one, two = np.array(node(glass, 1, 1)), np.array(node(glass, 2, 5))
    halfway = image[round((one[1] + two[1]) / 2), round((one[0] + two[0]) / 2)]
    assert np.abs(halfway[:3] - accent).max() <= 30 and halfway[3] > 150
    other = (np.array(node(glass, 1, 5)) + np.array(node(glass, 2, 1))) / 2 + [9, 0]
    assert image[round(other[1]), round(other[0]), 3] == 0


def test_an_arrow_stands_where_its_edge_says(draw) -> None:
    glass = network(draw)
    image = glass.image()
    start, end = np.array(node(glass, 0, 6)), np.array(node(glass, 1, 0))
    on = start + (end - start) * 0.5
    assert 40 < image[round(on[1]) - 1 : round(on[1]) + 2, round(on[0]), 3].max() < 60, "fainter than the lit way"
    start, end = np.array(node(glass, 0, 0)), np.array(node(glass, 1, 6))
    off = start + (end - start) * 0.35
    assert image[round(off[1]), round(off[0]), 3] == 0


def test_words_are_as_deep_as_their_shares(draw) -> None:
    glass = network(draw)
    image = glass.image()
    depths = [image[round(glass.text(word)["y"]) + 9, round(glass.text(word)["x"]) - 20, 3] for word in WORDS]
    assert depths[5] > depths[1] > depths[0] == depths[6] == 0
    assert (
        "600" in glass.text("fox")["font"]
        and "600" in glass.text("bee")["font"]
        and "600" not in glass.text("cat")["font"]
    )


def test_a_word_is_a_new_start_and_a_state_a_new_end(draw) -> None:
    glass = network(draw)
    word, state = node(glass, 0, 3), node(glass, 1, 4)
    assert glass.click(*word) == [[3, 5]]
    assert glass.click(*state) == [[1, 4]]
    assert glass.press("ArrowRight", "ArrowRight", "Enter") == [[1, 6]]  # from where the pointer is
    assert glass.press("ArrowDown", "ArrowLeft", "Enter") == [[5, 5]]
    assert glass.press("ArrowLeft", "ArrowLeft", "ArrowLeft", "Enter") == [[2, 5]]
    assert glass.card() == ["cat, position 2", "note 2"]
    assert glass.hover(*state) == ["eel, position 4", "first layer, a state"]
    assert network(draw, on_ends=None).click(*word) == []


def test_long_words_stand_aslant(draw) -> None:
    glass = network(draw, width=420)
    turned = {text["turned"] for text in glass.texts if text["text"] in WORDS}
    assert turned == {0}
    glass = draw(
        Screen.paths,
        ["a very long word indeed"] * 7,
        levels=LEVELS,
        edges=EDGES,
        lit=LIT,
        shares=[0] * 7,
        notes=[""] * 7,
        alt="N.",
        width=420,
    )
    found = [text for text in glass.texts if text["text"].startswith("a very")]
    assert {(text["turned"], text["align"]) for text in found} == {(-45, "right")}
    assert glass.canvas.get_attribute("aria-label") == "N. Arrow keys move."


def test_one_level_grows_with_the_window_but_not_past_it(draw, glass) -> None:
    heights = []
    for high in (600, 768, 1200):
        glass.window(1440, high)
        one = {"levels": LEVELS[:1], "edges": EDGES[:1], "lit": LIT[:2]}
        heights.append(network(draw, **one).size[1])
    assert heights[0] < heights[1] <= heights[2] < 350
