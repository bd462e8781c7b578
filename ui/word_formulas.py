"""Formulas of word vectors, as LaTeX with the current numbers in them, and with numbers only."""

import numpy as np

from ui.arithmetic import number, sum_of


def pair(centre: np.ndarray, neighbour: np.ndarray) -> str:
    """The chance of one pair: the dot product of two rows through the sigmoid, and the loss that training lowers."""
    products = [rf"({number(float(u), 3)})({number(float(v), 3)})" for u, v in zip(neighbour, centre, strict=True)]
    score = float(neighbour @ centre)
    chance = 1 / (1 + np.exp(-score))
    return _aligned(
        rf"u \cdot v &= {sum_of(products)}",
        rf"&= {number(score)}",
        rf"\sigma(u \cdot v) &= \frac{{1}}{{1 + e^{{{number(-score)}}}}} = {number(float(chance))}",
        rf"\text{{loss of the pair}} &= -\ln {number(float(chance))} = {number(float(-np.log(chance)))}",
    )


def analogy(first: np.ndarray, minus: np.ndarray, plus: np.ndarray, expected: np.ndarray) -> str:
    """One coordinate of the sum, and the cosine of the sum with the expected word, from unit vectors."""
    total = first - minus + plus
    length = float(np.linalg.norm(total))
    cosine = float(total @ expected) / length if length else 0.0
    one, two, three, four = (number(float(part[0]), 3) for part in (first, minus, plus, total))
    return _aligned(
        rf"s_1 &= {one} - ({two}) + ({three}) = {four}",
        rf"\cos(s, w) &= \frac{{s \cdot w}}{{|s|}} = \frac{{{number(float(total @ expected))}}}{{{number(length)}}} = "
        rf"{number(cosine)}",
    )


def _aligned(*lines: str) -> str:
    return r"\begin{aligned} " + r" \\[0.4em] ".join(lines) + r" \end{aligned}"
