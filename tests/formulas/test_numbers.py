"""A number is written as a book prints it, the same in a formula and in a sentence, and never overflows."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headlight.formulas.lines import alone
from headlight.formulas.mathml import number
from headlight.formulas.numbers import log_sum_exp, written
from headlight.parts import words
from tests.mathml import plain


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
    assert said == plain([alone(number(value, digits, padded=False))]).replace("^", "")


def test_the_logarithm_of_a_sum_of_powers() -> None:
    assert log_sum_exp(np.array([2.0, 4.0, 5.0, -np.inf])) == pytest.approx(math.log(math.e**2 + math.e**4 + math.e**5))
    assert log_sum_exp(np.array([1e5, 1e5])) == pytest.approx(1e5 + math.log(2))
