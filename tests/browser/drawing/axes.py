"""Reading a picture with axes: what its ticks say about where a value stands."""

import numpy as np


def number(text: str) -> float:
    """A tick's label as a number; powers of ten too."""
    if text.startswith("10") and any(sign in text for sign in "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"):
        return 10.0 ** int("".join("-0123456789"["⁻⁰¹²³⁴⁵⁶⁷⁸⁹".index(sign)] for sign in text[2:]))
    return float(text.replace("−", "-"))


def y_of(glass, logarithmic: bool = False):
    """Where a value stands on the y axis: a line through its ticks, all of which must lie on it."""
    at_the_right = [text for text in glass.texts if text["align"] == "right" and text["turned"] == 0]
    edge = min(text["x"] for text in at_the_right)  # of the axis: the name of a limit stands over the bars
    return _fit([text for text in at_the_right if text["x"] == edge], "y", logarithmic)


def x_of(glass, ticks: list[str], logarithmic: bool = False):
    """Where a value stands on the x axis, from labels that are known to be its ticks."""
    below = max(text["y"] for text in glass.texts if text["text"] in ticks and text["align"] == "center")
    chosen = [text for text in glass.texts if text["text"] in ticks and text["y"] == below]
    assert [text["text"] for text in chosen] == ticks
    return _fit(chosen, "x", logarithmic)


def _fit(texts, coordinate: str, logarithmic: bool):
    scale = np.log10 if logarithmic else np.asarray
    values, pixels = scale([number(text["text"]) for text in texts]), [text[coordinate] for text in texts]
    assert len(values) >= 2
    slope, start = np.polyfit(values, pixels, 1)
    assert np.abs(np.polyval([slope, start], values) - pixels).max() < 0.01
    return lambda value: slope * scale(value) + start
