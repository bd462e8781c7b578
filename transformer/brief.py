"""One line for a result that holds arrays: a shell, and a notebook, show it wherever it is the value of a line."""

import html
from dataclasses import fields
from reprlib import repr as short
from typing import Any

import numpy as np


class Brief:
    """A dataclass whose value reads as one line: the sizes of its arrays, and what else it holds in a few letters."""

    def __repr__(self) -> str:
        """Its fields, in their order."""
        named = ((field.name, getattr(self, field.name)) for field in fields(self) if field.repr)  # type: ignore[arg-type]
        return f"{type(self).__name__}({', '.join(f'{name}={_brief(value)}' for name, value in named)})"

    def _repr_html_(self) -> str:
        """Return the same for a notebook, which would show it in a narrow column of plain text."""
        return as_html(repr(self))


def as_html(text: str) -> str:
    """Text as a notebook shows it, its lines kept."""
    return f'<pre style="white-space: pre-wrap">{html.escape(text)}</pre>'


def _brief(value: Any) -> str:
    shape = getattr(value, "shape", None)
    if shape is not None:
        return f"{type(value).__name__} {list(shape)}" if len(shape) else f"{float(value):.4g}"
    if isinstance(value, float):
        return f"{value:.4g}"
    if value is None or isinstance(value, str | int | bool | np.generic):
        return short(value)
    if isinstance(value, tuple | list | frozenset | set | dict):
        return f"{len(value)} of {type(value).__name__}"
    return value.__repr__() if isinstance(value, Brief) else type(value).__name__
