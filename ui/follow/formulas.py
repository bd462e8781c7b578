"""Formulas of embeddings and positions, as LaTeX with the current numbers in them."""

import math

import numpy as np

from transformer.positions import BASE
from ui.arithmetic import Lines, number, sum_of


def one_hot_row(row: np.ndarray, id: int) -> Lines:
    """A one-hot vector times W_E is a row of W_E."""
    first = ", ".join(number(float(value), 3) for value in row[:3])
    last = number(float(row[-1]), 3)
    return (rf"(0, \dots, 0, 1, 0, \dots, 0)\, W_E = W_E[{id}] = ({first}, \dots, {last})",)


def cosine(one: np.ndarray, other: np.ndarray) -> Lines:
    """The cosine of two vectors: their products summed, divided by both lengths."""
    products = [rf"({number(float(a), 3)})({number(float(b), 3)})" for a, b in zip(one, other, strict=True)]
    dot, lengths = float(one @ other), (float(np.linalg.norm(one)), float(np.linalg.norm(other)))
    return (
        rf"a \cdot b &= {sum_of(products)} = {number(dot)}",
        rf"\left|a\right| &= \sqrt{{a \cdot a}} = {number(lengths[0])}",
        rf"\left|b\right| &= \sqrt{{b \cdot b}} = {number(lengths[1])}",
        r"\cos(a, b) &= \frac{a \cdot b}{\left|a\right| \left|b\right|}",
        rf"&= \frac{{{number(dot)}}}{{{number(lengths[0])} \times "
        rf"{number(lengths[1])}}} = {number(dot / (lengths[0] * lengths[1]))}",
    )


def encoding(place: int, pair: int, d_model: int) -> Lines:
    """The two numbers that a pair of dimensions holds at a position."""
    divisor = BASE ** (2 * pair / d_model)
    angle = place / divisor
    inside = rf"({place} / 10000^{{{2 * pair}/{d_model}}})"  # on one line: a fraction is too tall for its row
    return (
        rf"PE({place}, {2 * pair}) &= \sin {inside} = \sin({place} / {number(divisor)})",
        rf"&= \sin({number(angle)}) = {number(math.sin(angle))}",
        rf"PE({place}, {2 * pair + 1}) &= \cos {inside} = \cos({number(angle)})",
        rf"&= {number(math.cos(angle))}",
    )


def wavelengths(pairs: list[int], d_model: int) -> Lines:
    """After how many positions each pair of dimensions repeats."""
    return tuple(
        rf"\lambda_{{{pair}}} &= 2\pi \cdot 10000^{{{2 * pair}/{d_model}}} = "
        rf"{number(2 * math.pi * BASE ** (2 * pair / d_model))}"
        for pair in pairs
    )
