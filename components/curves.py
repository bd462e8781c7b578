"""Curves over one number: lines or points, with the present place marked and exact values on hover."""

from collections.abc import Collection, Mapping, Sequence

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from components.board import picture


def curves(
    named: Mapping[str, Float[Array, " n"]],
    *,
    over: Float[Array, " n"],
    x_title: str,
    y_title: str,
    alt: str,
    key: str,
    at: float | None = None,
    points: Collection[str] = (),
    dashed: Collection[str] = (),
    logarithmic: str = "",
    x_ticks: Sequence[float] = (),
    y_ticks: Sequence[float] = (),
    y_range: tuple[float, float] | None = None,
    height: int = 260,
) -> None:
    """Draw each array against `over`, which rises; a value that is not finite is left out.

    `points` and `dashed` name what is no solid line. `at` marks the present place on the x axis; the value of `over`
    next to it gets a dot on each solid line. `logarithmic` is "", "x" or "xy". Without ticks the axes choose their own.
    """
    values = np.stack([over, *named.values()]).astype(np.float32)
    if y_range is None:
        finite = values[1:][np.isfinite(values[1:])]
        y_range = (float(finite.min(initial=np.inf)), float(finite.max(initial=-np.inf))) if finite.size else (0.0, 1.0)
    header = {
        "names": list(named),
        "kinds": ["points" if name in points else "dashed" if name in dashed else "line" for name in named],
        "x_title": x_title,
        "y_title": y_title,
        "at": at,
        "logarithmic": logarithmic,
        "x_ticks": list(x_ticks),
        "y_ticks": list(y_ticks),
        "y_range": list(y_range),
        "height": height,
        "alt": f"{alt} Arrow keys read the values.",
    }
    picture("curves", header, values, key=key)
