"""A network over a sentence: its arrows, the way that is lit, and what a click on a word or a state chooses."""

from headlight.pictures import Screen

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
