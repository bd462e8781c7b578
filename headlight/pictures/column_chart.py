"""Numbers as upright bars, one or two series side by side, with their running sum where it says more."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.pictures import tables
from headlight.pictures.picture import Door, Drawn, picture
from headlight.pictures.quantities import Quantity, drawn_as


class ColumnChart(TypedDict):
    """See `column_chart`; `limit` is [name, height]."""

    names: list[str]
    labels: list[str]
    first: int
    notes: list[str]
    sum: bool
    limit: tuple[str, float] | None
    x_title: str
    y_title: str
    height: int
    alt: str
    colours: list[str]
    ends: str


@picture
def column_chart(
    named: Mapping[str, Float[Array, " n"]],
    *,
    labels: Sequence[str],
    axes: tuple[str, str],
    alt: str,
    key: str,
    quantity: Quantity = "number",
    first: int = 0,
    notes: Sequence[str] = (),
    running_sum: bool = False,
    limit: tuple[str, float] | None = None,
    height: int = 280,
    shows: Mapping[str, Door | None] = {},
) -> Drawn[ColumnChart]:
    """Draw a bar for each number. Of two series the first is what the other is compared with, and is drawn quietly.

    `quantity` is what the last series shows, and picks its colours, above and below 0, and the words at the end of the
    upright axis.

    `labels` stand under the bars where there is room, `first` is the position of the first; `notes` are further words
    for the hover card, one for each bar. `running_sum` adds a line that ends at the sum of the last series. A `limit`
    is a dashed line across at a height, with its name; without one the axis only reaches there. `shows` says by the
    names of the series where the numbers open.
    """
    header: ColumnChart = {
        "names": list(named),
        "labels": list(labels),
        "first": first,
        "notes": list(notes),
        "sum": running_sum,
        "limit": limit,
        "x_title": axes[0],
        "y_title": axes[1],
        "height": height,
        "alt": alt,
        **drawn_as(quantity),
    }
    values = np.stack(list(named.values())).astype(np.float32)
    table = tables.of([axes[0], tables.field("names")], [tables.field("labels")], down=True)
    return Drawn(header, values, table, key=key, doors=[shows.get(name) for name in named])
