"""The colours that a picture should have, from the design tokens and the meaning of their scales alone."""

import json
from pathlib import Path
from typing import Any

import numpy as np

PALETTES = json.loads((Path(__file__).parents[3] / "headlight" / "pictures" / "design_tokens.json").read_text("utf-8"))


def rgb(hexadecimal: str) -> list[int]:
    """#rrggbb as three numbers."""
    return [int(hexadecimal[at : at + 2], 16) for at in (1, 3, 5)]


def sequential(weight: float, ground: str) -> np.ndarray:
    """The colour of a weight from 0 to 1: it deepens from the first of three colours to the last."""
    return _between(np.array(PALETTES[ground]["sequential"]), weight)


def diverging(value: float, extent: float, ground: str) -> np.ndarray:
    """The colour of a signed value: blue, which the palette names first, is positive, orange is negative."""
    return _between(np.array(PALETTES[ground]["diverging"]), (1 - value / extent) / 2)


def luminance(colour: Any) -> float:
    """The relative luminance of WCAG 2.2."""
    shares = np.array(colour) / 255
    return float(
        np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4) @ [0.2126, 0.7152, 0.0722]
    )


def _between(three: np.ndarray, share: float) -> np.ndarray:
    return np.array([np.interp(np.clip(share, 0, 1), [0, 0.5, 1], three[:, channel]) for channel in range(3)])


def assert_colour(pixel: np.ndarray, wanted: Any, what: object = "") -> None:
    """The pixel has this colour, to within the 256 steps of a scale, and hides what is behind it."""
    assert pixel[3] == 255, (what, pixel)
    assert np.abs(pixel[:3] - wanted).max() <= 3, (what, pixel, wanted)
