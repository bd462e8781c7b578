"""A dial of what is shown, as a slider over the cell of a live notebook."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Slider:
    """A dial: what it stands at, and its ends and step, or the values that it has."""

    key: str
    label: str
    value: float
    low: float = 0
    high: float = 0
    step: float = 1
    options: Sequence[float] = ()
