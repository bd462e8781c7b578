"""Words as written and shuffled: where each stands, where its arrow leads, its colour, and what is read of it."""

import numpy as np
import pytest

from headlight.pictures import Screen
from tests.browser.drawing.colours import PALETTES, rgb
from tests.browser.drawing.glass import BOTH_GROUNDS

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


def deep(change: float, extent: float, ground: str) -> np.ndarray:
    """The colour of a change: at 0 a quarter of the way from lines to what is off, then the deeper ones of a weight."""
    palette = PALETTES[ground]
    line, off = (np.array(rgb(palette[name])) for name in ("line", "off"))
    three = np.array([line + 0.25 * (off - line), *palette["sequential"][1:]])
    return np.array([np.interp(change / extent, [0, 0.5, 1], three[:, channel]) for channel in range(3)])


def on_arrow(one: tuple[float, float], other: tuple[float, float], share: float) -> tuple[float, float]:
    """A place on the way from a word to where it is now, which leaves it and arrives straight down."""
    (x, y), (to_x, to_y) = (one[0], one[1] + 11), (other[0], other[1] - 20)
    ways = np.array([(1 - share) ** 3, 3 * share * (1 - share) ** 2, 3 * share**2 * (1 - share), share**3])
    middle = (y + to_y) / 2
    return float(ways @ [x, x, to_x, to_x]), float(ways @ [y, middle, middle, to_y])


@BOTH_GROUNDS
def test_an_arrow_leads_from_the_old_place_to_the_new_one_as_deep_as_its_word_changes(draw, ground: str) -> None:
    glass = four(draw, width=900, ground=ground)
    image = glass.image()
    for model, own in enumerate(CHANGES):
        above, below = rows(glass, model)
        for word, change in zip(WORDS, own, strict=True):
            for share in (0.08, 0.93):  # near its ends, where no other crosses it
                x, y = on_arrow(above[word], below[word], share)
                near = image[round(y) - 2 : round(y) + 3, round(x) - 3 : round(x) + 4].reshape(-1, 4)
                wanted = deep(change, 2.0, ground)
                assert np.abs(near[near[:, 3] > 120][:, :3] - wanted).max(1).min() <= 4, (model, word, share)


def test_where_nothing_changes_all_arrows_are_the_palest(draw) -> None:
    for ground in ("light", "dark"):
        image = four(draw, np.zeros((4, 4)), width=358, ground=ground).image()
        coloured = image[image[..., 3] == 255][:, :3].astype(int)
        assert (np.abs(coloured - deep(0, 1.0, ground)).max(1) <= 2).sum() > 500
        for step in (0.5, 1.0):
            assert (np.abs(coloured - deep(step, 1.0, ground)).max(1) > 8).all(), "no arrow is deeper"


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
