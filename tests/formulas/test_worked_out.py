"""What is said to be equal in a formula is worked out to the digits written: right ones pass, wrong ones are found."""

import math

import pytest

from headlight.formulas.lines import alone, further, line, then
from headlight.formulas.mathml import (
    above,
    applied,
    braced,
    brackets,
    equals,
    fixed,
    fraction,
    minus,
    negative,
    number,
    plus,
    product,
    related,
    root,
    row,
    space,
    table,
    times,
    total,
)
from tests.worked_out import worked_out

MATRIX = brackets(table([[fixed(0.5, 3), fixed(-0.25, 3)], [fixed(2.0, 3), fixed(1.0, 3)]]))
TALL = brackets(table([[fixed(4.0, 3)], [fixed(8.0, 3)]]))


@pytest.mark.parametrize(
    ("pairs", "lines"),
    [
        (1, [line("x", equals(total(number(0.25), number(-1.5))), equals(number(-1.25)))]),
        (1, [line("x", equals(times(number(0.5), number(-3.0)))), then(equals(number(-1.5)))]),
        (1, [line("x", equals(number(0.75)), equals(number(0.25))), further(plus(number(0.5)))]),
        (1, [line("x", equals(fraction(number(1.0), number(3.0))), equals("y"), equals(number(1 / 3)))]),
        (1, [line("x", equals(root(number(2.0))), equals(number(2**0.5)))]),
        (1, [line("x", equals(above(2, 9)), equals(512))]),
        (1, [line("x", equals(above("e", number(-1.0))), equals(number(math.exp(-1.0))))]),
        (1, [line("x", equals(negative(row("ln", space(0.17), number(0.5)))), equals(number(math.log(2))))]),
        (1, [line("x", equals(applied("sin", number(0.5))), equals(number(math.sin(0.5))))]),
        (1, [line("x", equals(minus(1, number(0.25))), equals(number(0.75)))]),
        (1, [line("x", equals(number(1.234e9)), equals(times(number(2.0), number(6.17e8))))]),
        (1, [alone(braced(brackets(table([[fixed(0.0, 3)], [fixed(16.0, 3)]])), "a"), equals(product(MATRIX, TALL)))]),
        (0, [line("x", equals(number(0.75)), related("≈", number(0.5)))]),
        (0, [line("x", equals(times("y", number(2.0))), equals(number(0.5)))]),
        (0, [line("x", equals(number(1.5))), line("y", equals(number(2.5)))]),
    ],
)
def test_what_is_right_passes(pairs: int, lines: list) -> None:
    assert worked_out(lines) == (pairs, [])


@pytest.mark.parametrize(
    "lines",
    [
        [line("x", equals(total(number(0.25), number(-1.5))), equals(number(-1.253)))],
        [line("x", equals(times(number(0.5), number(-3.0)))), then(equals(number(1.5)))],
        [line("x", equals(number(0.75)), equals(number(0.25))), further(plus(number(0.75)))],
        [line("x", equals(fraction(number(1.0), number(3.0))), equals("y"), equals(number(3.0)))],
        [line("x", equals(applied("cos", number(0.5))), equals(number(math.sin(0.5))))],
        [alone(brackets(table([[fixed(8.0, 3)], [fixed(0.0, 3)]])), equals(product(MATRIX, TALL)))],
    ],
)
def test_what_is_wrong_is_found(lines: list) -> None:
    assert len(worked_out(lines)[1]) == 1
