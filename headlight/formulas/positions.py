"""Formulas of positions: the sinusoidal encoding of Vaswani et al. 2017 (section 3.5), its waves and its rotations."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.formulas.lines import Lines, alone, formula, line, then
from headlight.formulas.mathml import (
    Part,
    above,
    applied,
    below,
    braced,
    brackets,
    equals,
    fixed,
    fraction,
    number,
    product,
    row,
    table,
    times,
)

BASE = 10_000


def _divisor(pair: int, width: int) -> np.float64:
    return np.float64(BASE) ** (2 * pair / np.float64(width))


def _divisor_written(pair: int, width: int) -> Part:
    return above(BASE, row(2 * pair, "/", width))


@formula
def encoding(position: int, pair: int, d_model: int) -> Lines:
    """The two numbers that a pair of dimensions holds at a position."""
    divisor = _divisor(pair, d_model)
    angle = position / divisor
    inside = row(position, "/", _divisor_written(pair, d_model))  # on one line: a fraction is too tall for its row
    worked = number(float(angle))
    return (
        line(
            applied("PE", position, 2 * pair),
            equals(_of("sin", inside)),
            equals(_of("sin", row(position, "/", number(float(divisor))))),
        ),
        then(equals(_of("sin", worked)), equals(number(float(np.sin(angle))))),
        line(applied("PE", position, 2 * pair + 1), equals(_of("cos", inside)), equals(_of("cos", worked))),
        then(equals(number(float(np.cos(angle))))),
    )


def _of(function: str, angle: Part) -> Part:
    return row(function, brackets(angle))


@formula
def wavelengths(pairs: Sequence[int], d_model: int) -> Lines:
    """After how many positions each pair of dimensions repeats."""
    return tuple(
        line(
            below("λ", pair),
            equals(times(row(2, "π"), _divisor_written(pair, d_model), sign="·")),
            equals(number(float(2 * np.pi * _divisor(pair, d_model)))),
        )
        for pair in pairs
    )


@formula
def shift_of_pair(
    before: Float[Array, " two"], after: Float[Array, " two"], position: int, distance: int, pair: int, width: int
) -> Lines:
    """PE(place + distance) as a rotation of PE(place), for one pair of dimensions, from both encodings of the pair."""
    angle = distance / _divisor(pair, width)
    cosine, sine = np.cos(angle), np.sin(angle)
    rotation = _matrix(np.array([[cosine, sine], [-sine, cosine]]))
    return (
        alone(
            braced(_matrix(after[:, None]), applied("PE", position + distance)),
            equals(
                product(
                    braced(rotation, applied("R", distance)), braced(_matrix(before[:, None]), applied("PE", position))
                )
            ),
        ),
    )


def _matrix(values: Array) -> Part:
    return brackets(table([[fixed(float(value), 3) for value in numbers] for numbers in values]), grows=True)


@formula
def angle_of_pair(distance: int, pair: int, width: int) -> Lines:
    """By how much a shift turns one pair of dimensions."""
    angle = distance / _divisor(pair, width)
    return (alone("angle", equals(fraction(distance, _divisor_written(pair, width))), equals(number(float(angle)))),)
