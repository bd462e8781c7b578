"""Formulas of translation, as LaTeX with the current numbers in them."""

import numpy as np

from ui.arithmetic import Lines, number, power_of_e


def weight(scores: np.ndarray, place: int, d_head: int) -> Lines:
    """From a row of scores to the weight at one place: divided by the root, then its share of the powers of e."""
    scaled = scores.astype(np.float64) / np.sqrt(d_head)
    logarithm = float(scaled.max() + np.log(np.exp(scaled - scaled.max()).sum()))  # of the sum that divides
    one = float(scaled[place])
    return (
        rf"\frac{{q \cdot k}}{{\sqrt{{{d_head}}}}} &= \frac{{{number(float(scores[place]))}}}{{\sqrt{{{d_head}}}}} = "
        rf"{number(one)}",
        rf"\text{{weight}} &= \frac{{e^{{{number(one)}}}}}{{\text{{sum}}}} = "
        rf"\frac{{{power_of_e(one)}}}{{{power_of_e(logarithm)}}} = {number(float(np.exp(one - logarithm)))}",
    )
