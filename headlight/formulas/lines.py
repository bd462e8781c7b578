"""Lines of a formula: what stands left and right of where they are aligned, in pieces that may be broken apart."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

import numpy as np

from headlight.formulas.mathml import Content, row, space

Side = tuple[str, ...]  # pieces, each a whole <math> element
Line = tuple[Side, ...]  # left and right of the alignment, or one side alone
Lines = tuple[Line, ...]

_Arguments = ParamSpec("_Arguments")


def formula(lines_of: Callable[_Arguments, Lines]) -> Callable[_Arguments, Lines]:
    """Makes a formula calm about its numbers: infinity and NaN are written as such, without a warning.

    Where even that fails, because Python's own arithmetic raises, a sentence stands in its place: numbers that a
    reader chose must never take the page away.
    """

    @wraps(lines_of)
    def calm(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> Lines:
        try:
            with np.errstate(all="ignore"):
                return lines_of(*args, **kwargs)
        except ArithmeticError:
            return (alone("These numbers are too large or too small to be worked out here."),)

    return calm


def line(left: Content, *right: Content) -> Line:
    """A line that is aligned with its siblings between left and right."""
    return _side(left), _side(*right)


def then(*right: Content) -> Line:
    """A line that goes on with what the one above it said on its left."""
    return (), _side(*right)


def further(*right: Content) -> Line:
    """A line that goes on with what the one above it said on its right."""
    return then(space(), *right)


def alone(*parts: Content) -> Line:
    """A line of its own, aligned with no other."""
    return (_side(*parts),)


def _side(*parts: Content) -> Side:
    return tuple(f'<math displaystyle="true"><mrow>{piece}</mrow></math>' for piece in row(*parts).signed)
