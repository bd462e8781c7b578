"""Curves over one number: lines or points, with the present place marked and exact values on hover."""

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, TypedDict

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.pictures import tables
from headlight.pictures.picture import Drawn, OnChoose, picture
from headlight.pictures.quantities import Quantity, drawn_as


class Curves(TypedDict):
    """See `curves`; `colours` has no token where the picture does not know what it shows."""

    names: list[str]
    kinds: list[Literal["points", "dashed", "line"]]
    x_range: list[float] | None
    marks: dict[str, float] | None
    offer: str
    x_title: str
    y_title: str
    at: float | None
    logarithmic: str
    x_ticks: list[float]
    y_ticks: list[float]
    y_range: list[float]
    height: int
    above: int | None
    low: bool
    bare: bool
    alt: str
    colours: list[str]
    ends: str


@picture
def curves(
    named: Mapping[str, Float[Array, " n"]],
    *,
    over: Float[Array, " n"] | None = None,
    axes: tuple[str, str],
    alt: str,
    key: str,
    quantity: Quantity | None = None,
    at: float | None = None,
    points: Collection[str] = (),
    dashed: Collection[str] = (),
    logarithmic: str = "",
    x_ticks: Sequence[float] = (),
    y_ticks: Sequence[float] = (),
    x_range: tuple[float, float] | None = None,
    y_range: tuple[float, float] | None = None,
    marks: Mapping[str, float] | None = None,
    offer: str = "",
    on_place: OnChoose | None = None,
    height: int = 260,
    above: int | None = None,
    low: bool = False,
    bare: bool = False,
) -> Drawn[Curves]:
    """Draw each array against `over`, which rises, or against its places; a value that is not finite is left out.

    `quantity` is what all of them show: it picks the colour of the first, a range from 0 to 1 unless another is given,
    and the words at the end of the upright axis. `axes` are the titles of what is across and of what is up.
    `points` and `dashed` name what is no solid line. `at` marks the present place on the x axis; the value of `over`
    next to it gets a dot on each solid line. `logarithmic` is "", "x" or "xy". Without ticks the axes choose their own.
    `marks` are other places on the x axis, each with its name above its rule; an empty mapping keeps room for names.
    A click anywhere, or Enter after the arrow keys, hands the whole number there on the x axis to `on_place`; `offer`
    says on hover what that does. With `above`, the pixels of the page above it and of what has to be seen below it, it
    is lower in a window that is too low. One of several below each other is `low`, without the titles of its
    axes and, but on a slide, without a legend; if it is `bare`, on a slide too, and no higher there.
    """
    arrays = list(named.values())
    values = np.stack([np.arange(len(arrays[0])) if over is None else over, *arrays]).astype(np.float32)
    if y_range is None and quantity == "probability":
        y_range = (0.0, 1.0)
    if y_range is None:
        finite = values[1:][np.isfinite(values[1:])]
        y_range = (float(finite.min(initial=np.inf)), float(finite.max(initial=-np.inf))) if finite.size else (0.0, 1.0)
    header: Curves = {
        "names": list(named),
        "kinds": ["points" if name in points else "dashed" if name in dashed else "line" for name in named],
        "x_range": x_range and list(x_range),
        "marks": None if marks is None else dict(marks),
        "offer": offer,
        "x_title": axes[0],
        "y_title": axes[1],
        "at": at,
        "logarithmic": logarithmic,
        "x_ticks": list(x_ticks),
        "y_ticks": list(y_ticks),
        "y_range": list(y_range),
        "height": height,
        "above": above,
        "low": low,
        "bare": bare,
        "alt": alt,
        **drawn_as(quantity),
    }
    table = tables.of([axes[0], tables.field("names")], labels=0, down=True)
    return Drawn(header, values, table, key=key, on_choice=on_place)
