"""A number is written as a book prints it, the same in a formula and in a sentence, and never overflows."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headlight.formulas.lines import alone
from headlight.formulas.mathml import Part, fixed, number, power_of_e, thousands
from headlight.formulas.numbers import log_sum_exp, written
from headlight.parts import words
from tests.mathml import plain


def text(part: Part) -> str:
    return plain([alone(part)])


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (2.0, "2.000"),
        (-0.5, "−0.5000"),
        (0.0, "0"),
        (-0.0, "0"),
        (1234.0, "1234"),  # no point without decimals
        (1234567.0, "1.235×10^6"),
        (1e-9, "1×10^−9"),
        (9999.96, "1.000×10^4"),
        (1e300, "1×10^300"),
        (-math.inf, "−∞"),
        (math.nan, "NaN"),
    ],
)
def test_a_number_is_written_as_a_book_prints_it(value: float, expected: str) -> None:
    assert text(number(value)) == expected


@pytest.mark.parametrize(
    ("exponent", "expected"),
    [
        (0.0, "1.000"),
        (5.0, "148.4"),
        (-math.inf, "0"),
        (math.inf, "∞"),
        (1000.0, "1.970×10^434"),
        (-1000.0, "5.076×10^−435"),
        (10 * math.log(10) - 1e-9, "1.000×10^10"),  # 9.99999999 would be written as 10.00
        (1e300, "e^1×10^300"),
    ],
)
def test_powers_of_e_are_written_without_overflow(exponent: float, expected: str) -> None:
    assert text(power_of_e(exponent)) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0.126, "0.13"), (-0.001, "0.00"), (-1.5, "−1.50"), (2e9, "2×10^9"), (math.inf, "∞"), (math.nan, "NaN")],
)
def test_decimals(value: float, expected: str) -> None:
    assert text(fixed(value, 2)) == expected


def test_thousands_stand_apart() -> None:
    assert text(thousands(-1234567)) == "−1 234 567"


@given(st.floats(allow_nan=False, allow_infinity=False), st.integers(1, 8), st.booleans())
def test_what_is_written_reads_back_as_the_number(value: float, digits: int, padded: bool) -> None:
    minus, mantissa, exponent = written(value, digits, padded=padded)
    back = float(f"{'-' if minus else ''}{mantissa}e{exponent or 0}")
    assert back == float(f"{value:.{digits}g}")


@given(st.floats(), st.integers(1, 6))
def test_a_sentence_and_a_formula_write_the_same_digits(value: float, digits: int) -> None:
    said = (
        words.number(value, digits)
        .replace("\N{NO-BREAK SPACE}", "")
        .translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "−0123456789"))
    )
    assert said == text(number(value, digits, padded=False)).replace("^", "")


def test_the_logarithm_of_a_sum_of_powers() -> None:
    assert log_sum_exp(np.array([2.0, 4.0, 5.0, -np.inf])) == pytest.approx(math.log(math.e**2 + math.e**4 + math.e**5))
    assert log_sum_exp(np.array([1e5, 1e5])) == pytest.approx(1e5 + math.log(2))
