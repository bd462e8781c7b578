"""Words as written and shuffled: how large they are, aslant where they are many, and read to the left."""

import numpy as np
import pytest

from headlight.pictures import Screen

WORDS = ["ant", "bee", "caterpillar", "dog"]
ORDER = [2, 0, 3, 1]  # the old places in their new order
CHANGES = np.array([[0, 0, 0, 1e-6], [0.5, 2, 1, 0], [0.25, 0.5, 1.5, 1], [1, 1, 1, 1]])
NAMES = ["none", "waves", "rows", "turned"]
NOTES = ["nothing", "are added", "are trained", "the queries"]


def four(draw, changes=CHANGES, words=WORDS, order=ORDER, **named):
    given = {"names": NAMES, "notes": NOTES, "words": words, "order": order, "extent": 2.0, "alt": "Shuffled."}
    return draw(Screen.shuffles, changes, **{**given, **named})


def test_two_strips_of_few_words_are_large_and_high_and_grow_with_the_window(draw, glass) -> None:
    sizes = []
    for high, count in (768, 4), (768, 2), (1080, 2):
        glass.window(1440, high)
        four(draw, CHANGES[:count], names=NAMES[:count], notes=NOTES[:count], width=1300)
        sizes.append((glass.size[1] / (2 if count == 4 else 1), glass.text("none")["font"].split()[1]))
    (quarter, small), (half, large), (high, _) = sizes
    assert (small, large) == ("14px", "20px") and quarter + 100 < half < high - 150


def rows(glass, model: int, words=WORDS) -> list[dict[str, tuple[float, float]]]:
    """Where the middle of each word of a strip stands: in the row above, and in the one below."""
    every = [text for text in glass.texts if text["text"] in words]
    own = every[2 * len(words) * model : 2 * len(words) * (model + 1)]
    both = own[: len(words)], own[len(words) :]
    assert all({text["text"] for text in row} == {*words} and len({text["y"] for text in row}) == 1 for row in both)
    return [{text["text"]: (text["x"], text["y"]) for text in row} for row in both]


@pytest.mark.parametrize("width", [358, 900])
def test_a_long_text_stands_aslant_and_no_two_words_of_a_row_overlap(draw, width: int) -> None:
    words = [f"word{place}" for place in range(60)]
    order = [*range(1, 60), 0]
    glass = four(draw, np.zeros((4, 60)), words, order, width=width)
    slanted = [text for text in glass.texts if text["turned"] == -45]
    lines = {text["y"] for text in slanted}
    assert len(lines) == (4 if width == 900 else 8), "above and below, in two columns or in one"
    for line in lines:
        steps = np.diff(sorted(text["x"] for text in slanted if text["y"] == line))
        assert len(steps) > 10 and steps.min() >= 10
    reach = [
        text["x"] + (-1 if text["align"] == "right" else 1) * text["width"] * np.cos(np.pi / 4) for text in slanted
    ]
    assert min(reach) >= 0 and max(reach) <= width, "no label is cut at an edge"
    glass.press(*["ArrowRight"] * 7)
    assert glass.card()[:2] == ["word7", "position 7 → 6"] and "word7" in glass.words()


def test_words_that_are_read_to_the_left_stand_so_in_both_rows(draw) -> None:
    words = ["שלום", "עולם", "טוב"]
    above, below = rows(four(draw, np.ones((4, 3)), words, [1, 2, 0], width=358), 0, words)
    assert sorted(above, key=lambda word: -above[word][0]) == words
    assert sorted(below, key=lambda word: -below[word][0]) == ["עולם", "טוב", "שלום"]
