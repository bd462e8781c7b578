"""Formulas of word vectors, as LaTeX with the current numbers in them, and with numbers only."""

import numpy as np

from ui.arithmetic import Lines, number, sum_of


def pair(centre: np.ndarray, neighbour: np.ndarray) -> Lines:
    """The chance of one pair: the dot product of two rows through the sigmoid, and the loss that training lowers."""
    products = [rf"({number(float(u), 3)})({number(float(v), 3)})" for u, v in zip(neighbour, centre, strict=True)]
    score = float(neighbour @ centre)
    chance = 1 / (1 + np.exp(-score))
    return (
        rf"u \cdot v &= {sum_of(products)}",
        rf"&= {number(score)}",
        rf"\sigma(u \cdot v) &= \frac{{1}}{{1 + e^{{{number(-score)}}}}} = {number(float(chance))}",
        rf"\text{{loss of the pair}} &= -\ln {number(float(chance))} = {number(float(-np.log(chance)))}",
    )


def analogy(first: np.ndarray, minus: np.ndarray, plus: np.ndarray, expected: np.ndarray) -> Lines:
    """One coordinate of the sum, and the cosine of the sum with the expected word, from unit vectors."""
    total = first - minus + plus
    length = float(np.linalg.norm(total))
    cosine = float(total @ expected) / length if length else 0.0
    one, two, three, four = (number(float(part[0]), 3) for part in (first, minus, plus, total))
    return (
        rf"s_1 &= {one} - ({two}) + ({three}) = {four}",
        r"\cos(s, w) &= \frac{s \cdot w}{\left|s\right|}",
        rf"&= \frac{{{number(float(total @ expected))}}}{{{number(length)}}} = "
        rf"{number(cosine)}",
    )


def cosine(one: np.ndarray, other: np.ndarray) -> Lines:
    """The cosine of two vectors of the residual stream."""
    dot, lengths = float(one @ other), (float(np.linalg.norm(one)), float(np.linalg.norm(other)))
    return (
        r"\cos(a, b) &= \frac{a \cdot b}{\left|a\right| \left|b\right|}",
        rf"&= \frac{{{number(dot)}}}{{{number(lengths[0])} \times {number(lengths[1])}}}",
        rf"&= {number(dot / (lengths[0] * lengths[1]))}",
    )


def moved_by(weight: float, length: float, layer: int, head: int, place: int) -> Lines:
    """One token's amount: its weight times the length of its value after W_O. Layer and head count from 0."""
    return (
        rf"\text{{weight}} \times \left|\text{{value}}_{{{place}}} W_O^{{({head + 1})}}\right| &= "
        rf"{number(weight)} \times {number(length)}",
        rf"&= {number(weight * length)} \quad \text{{layer {layer + 1}, head {head + 1}, position {place}}}",
    )
