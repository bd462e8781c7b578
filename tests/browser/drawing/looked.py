"""A sentence in large type for several tests, and what is read off it."""

import numpy as np

from headlight.pictures import Screen
from tests.browser.drawing.glass import all_of

WORDS = ["The", "bear", "didn't", "sleep", "."]
WEIGHTS = np.array(
    [
        [1, 0, 0, 0, 0],
        [0.25, 0.75, 0, 0, 0],
        [0.125, 0.5, 0.375, 0, 0],
        [0.004, 0.6, 0.296, 0.1, 0],
        [0.1, 0.2, 0.3, 0.15, 0.25],
    ]
)
PATTERNS = np.tile(np.eye(5), (2, 2, 1, 1))
PATTERNS[0, 0] = WEIGHTS
PATTERNS[:, :, 3] = np.stack([WEIGHTS[3], [0.9, 0.1, 0, 0, 0], [0, 0, 0.8, 0.2, 0], [0.3, 0.3, 0.2, 0.2, 0]]).reshape(
    2, 2, 5
)


def looked(draw, patterns, words, **more):
    """A sentence whose first head is open, nothing about it said."""
    names = np.full(patterns.shape[:2], "").tolist()
    fixed = {"head": (0, 0), "names": names, "following": [("ant", 0.5)], "about": "", "alt": "Words."}
    return draw(Screen.looks, patterns, words=[(word, word != ".") for word in words], on_choice=print, **fixed | more)


def five_words(draw, **more):
    """Draw a sentence of five words, of which the fourth is chosen, in four heads."""
    named = {"names": [["reads ahead", ""], ["", "rests"]], "following": [("ant", 0.5), ("<b>", 0.125)]}
    return looked(draw, PATTERNS, WORDS, about="Layer 1, head 1.", **named, **{"chosen": 3, **more})


def stage(glass, selector: str, what: str):
    return all_of(glass, f".stage {selector}", f"{what}")


def ribbons(glass) -> dict[int, float]:
    """The width of each ribbon by the word that it leads to."""
    found = stage(glass, "path[data-word]", "[Number(e.dataset.word), Number(e.getAttribute('stroke-width'))]")
    return {int(word): width for word, width in found}


def says(glass) -> str:
    return glass.page.locator(".says").inner_text()
