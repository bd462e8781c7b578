"""Sums on screen say what the arrays say, and never overflow."""

import math

import numpy as np
import pytest

from ui.arithmetic import mean_of_losses, number, power_of_e, score_and_scaled, softmax_table, sum_of, weight_of

LINE = r" \\ "


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (2.0, "2.000"),
        (-0.5, "-0.5000"),
        (0.0, "0"),
        (1234567.0, r"1.235 \times 10^{6}"),
        (1e-9, r"1 \times 10^{-9}"),
        (-math.inf, r"-\infty"),
    ],
)
def test_a_number_is_written_as_a_book_prints_it(value, written) -> None:
    assert number(value) == written


@pytest.mark.parametrize(
    ("exponent", "written"),
    [
        (0.0, "1.000"),
        (5.0, "148.4"),
        (-math.inf, "0"),
        (1000.0, r"1.970 \times 10^{434}"),
        (-1000.0, r"5.076 \times 10^{-435}"),
    ],
)
def test_powers_of_e_are_written_without_overflow(exponent, written) -> None:
    assert power_of_e(exponent) == written


def test_a_long_sum_keeps_its_beginning_and_its_end() -> None:
    assert sum_of(["1", "-2", "3", "4"]) == "1 - 2 + 3 + 4"
    assert sum_of([*"123456789"]) == r"1 + 2 + \cdots + 9"


def test_the_score_is_the_sum_of_its_products_and_scaled_by_the_root() -> None:
    written = LINE.join(score_and_scaled(np.full(32, 0.25)))
    assert r"&= 8.000 \\" in written
    assert r"\frac{8.000}{5.657} = 1.414" in written


def test_the_weight_is_exp_over_the_sum_of_the_keys_that_may_be_looked_at() -> None:
    written = LINE.join(weight_of(np.array([2.0, 4.0, 5.0, -np.inf]), 2))
    assert r"7.39 + 54.6 + 148 \\ &= 210.4" in written
    assert r"\frac{148.4}{210.4} = 0.7054" in written


def test_the_table_of_softmax_has_eight_decimals() -> None:
    (written,) = softmax_table(np.array([2.0, 4.0, 5.0]), np.array([0.03511903, 0.25949646, 0.70538451]))
    for piece in ("2 & 7.389 & 0.03511903", "4 & 54.60 & 0.25949646", "5 & 148.4 & 0.70538451", "210.4 & 1.00000000"):
        assert piece in written


def test_the_loss_is_the_mean() -> None:
    assert r"\frac{1.00 + 2.00 + 6.00}{3} \\ &= 3.000" in LINE.join(mean_of_losses(np.array([1.0, 2.0, 6.0])))
