"""Numbers as a caller means them: a whole one, or any; whatever else is refused by its name."""

from operator import index
from typing import Any

import numpy as np


def whole(name: str, value: Any, least: int | None = None) -> int:
    """A count or a place as an int: also one of NumPy or torch. ValueError for another number, and below the least."""
    try:
        number = None if isinstance(value, bool | np.bool_) else index(value)
    except (TypeError, ValueError, RuntimeError):  # of NumPy, and of torch
        number = None
    if number is None or (least is not None and number < least):
        from_least = "" if least is None else f" from {least}"
        raise ValueError(f"{name} is a whole number{from_least}, got {value!r:.60}")
    return number


def real(name: str, value: Any) -> float:
    """A number as a float: also one of NumPy or torch. ValueError for whatever is no number."""
    try:
        return float("" if isinstance(value, str | bytes) else value)
    except (TypeError, ValueError, RuntimeError) as error:
        raise ValueError(f"{name} is a number, got {value!r:.60}") from error


def pair(name: str, value: Any) -> tuple[int, int]:
    """Two whole numbers, such as a layer and a head. ValueError for anything else."""
    numbers = value.tolist() if hasattr(value, "tolist") else value
    if not isinstance(numbers, tuple | list) or len(numbers) != 2:
        raise ValueError(f"{name} is two whole numbers, such as (3, 2), got {value!r:.60}")
    return whole(f"each number of {name}", numbers[0]), whole(f"each number of {name}", numbers[1])
