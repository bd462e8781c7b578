"""A table of which `make test` asks a sample and `make study` the rest."""

from collections.abc import Iterable
from typing import Any

import pytest


def sampled(values: Iterable[Any], sample: Iterable[Any]) -> list[Any]:
    """Mark what is not in the sample with `study`, for `pytest.mark.parametrize`.

    Args:
        values: The table: a value, or a tuple of values, for each case.
        sample: Those of them that `make test` asks.

    Raises:
        ValueError: The sample is empty, or names what is not in the table.
    """
    values, sample = list(values), list(sample)
    if strange := [each for each in sample if each not in values]:
        raise ValueError(f"The sample has {strange}, which the table has not: name what is there.")
    if not sample:
        raise ValueError("The sample is empty: name at least one of the table.")
    return [value if value in sample else pytest.param(*_row(value), marks=pytest.mark.study) for value in values]


def _row(value: Any) -> tuple[Any, ...]:
    return value if type(value) is tuple else (value,)  # one that has names is a value
