"""How a number is written, for formulas and sentences alike, and the sums that no size of number overflows."""

import math
from typing import NamedTuple

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

_LARGEST_EXPONENT = 1e6  # of e: of larger ones a double no longer knows the digits of the power


class Written(NamedTuple):
    """A number in parts, each screen putting them together in its own way."""

    minus: bool
    digits: str  # "∞" and "NaN" too
    exponent: int | None = None  # of ten; None where the digits say it all

    @property
    def finite(self) -> bool:
        """Whether the digits are digits."""
        return self.digits[0].isdigit()


def written(value: float, digits: int, *, padded: bool = False) -> Written:
    """A number with so many significant digits, zeros at its end too if `padded`, as a book prints it."""
    if math.isnan(value):
        return Written(False, "NaN")
    minus, size = value < 0, abs(value)
    if math.isinf(size):
        return Written(minus, "∞")
    text = f"{size:#.{digits}g}" if padded and 1e-4 <= size < 10**digits else f"{size:.{digits}g}"
    mantissa, _, exponent = text.partition("e")
    return Written(minus, mantissa.rstrip("."), int(exponent) if exponent else None)


def written_fixed(value: float, decimals: int) -> Written:
    """A number with so many decimals; one of a billion or more with as many significant digits."""
    if not abs(value) < 1e9:
        return written(value, decimals + 1)
    digits = f"{abs(value):.{decimals}f}"
    return Written(value < 0 and float(digits) > 0, digits)


def written_power_of_e(exponent: float, digits: int) -> Written | None:
    """The value of e to the exponent, by its logarithm, so that e^1000 is no overflow and e^-1000 not 0.

    None where the exponent is so large that the digits cannot be known.
    """
    if exponent == -math.inf:
        return Written(False, "0")
    if not math.isfinite(exponent):
        return written(exponent, digits)
    if abs(exponent) < 9:
        return written(math.exp(exponent), digits, padded=True)
    if abs(exponent) > _LARGEST_EXPONENT:
        return None
    size = math.floor(exponent / math.log(10))
    mantissa = f"{math.exp(exponent - size * math.log(10)):.{digits - 1}f}"
    return Written(False, mantissa, size) if float(mantissa) < 10 else Written(False, f"{1:.{digits - 1}f}", size + 1)


def log_sum_exp(values: Float[Array, " n"]) -> float:
    """The logarithm of the sum of the powers of e, which divides in softmax."""
    highest = float(values.max())
    return highest + float(np.log(np.exp(values.astype(np.float64) - highest).sum()))
