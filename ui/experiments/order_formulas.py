"""Formulas of order and positions, as LaTeX with the current numbers in them."""

import math
from collections.abc import Sequence

import numpy as np

from transformer.positions import BASE
from ui.arithmetic import Lines, number


def shift_of_pair(encoded: np.ndarray, place: int, distance: int, pair: int) -> Lines:
    """PE(place + distance) as a rotation of PE(place), for one pair of dimensions."""
    width = encoded.shape[1]
    angle = distance / BASE ** (2 * pair / width)
    turn = _matrix([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    columns = slice(2 * pair, 2 * pair + 2)
    before, after = (_matrix(encoded[at, columns][:, None]) for at in (place, place + distance))
    return (
        rf"\underbrace{{{after}}}_{{PE({place + distance})}} = \underbrace{{{turn}}}_{{R({distance})}} "
        rf"\underbrace{{{before}}}_{{PE({place})}}",
    )


def angle_of_pair(distance: int, pair: int, width: int) -> Lines:
    """By how much a shift turns one pair of dimensions."""
    angle = distance / BASE ** (2 * pair / width)
    return (rf"\text{{angle}} = \frac{{{distance}}}{{10000^{{{2 * pair}/{width}}}}} = {number(angle)}",)


def _matrix(rows: Sequence[Sequence[float]] | np.ndarray) -> str:
    lines = (" & ".join(f"{value:.3f}" for value in row) for row in rows)
    return r"\begin{pmatrix} " + r" \\ ".join(lines) + r" \end{pmatrix}"
