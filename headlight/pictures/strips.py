"""Vectors as strips of colour: a row for each token, a column for each dimension, exact values on hover."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.pictures import tables
from headlight.pictures.picture import Door, Drawn, picture


class Strips(TypedDict):
    """See `strips`; `hues` are design tokens, empty where a strip has none of its own."""

    strips: list[str]
    hues: list[str]
    tokens: list[str]
    width: int
    extent: float
    extents: dict[str, float]
    height: int
    places: list[int]
    alt: str


# What strips of these names show has a hue of its own.
_HUES = {"queries": "query", "keys": "key", "values": "value"}


@picture
def strips(
    named: Mapping[str, Float[Array, "pos width"]],
    *,
    tokens: Sequence[str],
    alt: str,
    key: str,
    height: int = 144,
    extent: float | None = None,
    extents: Mapping[str, float] = {},
    places: Sequence[int] | None = None,
    shows: Mapping[str, Door | None] = {},
) -> Drawn[Strips]:
    """Draw one or more arrays of the same shape, named, each token's row labelled, on one colour scale with a legend.

    Strips of queries, keys and values have the hue of each where a number is positive, and grey where it is negative.

    `height` is that of each strip in pixels, however many tokens share it, so that what stands below keeps its place
    while a text grows; one lower than 40 pixels is a single vector, which has no label but its name. Strips stand
    beside each other where there is room. `extent` is the value of the deepest colour, by default twice the root mean
    square, so that a few large numbers do not pale the rest; `extents` are those of strips with a scale of their own,
    which is written behind their names. `places` are the positions of the tokens, by default from 0. `shows` says by
    these names where the numbers open.
    """
    values = np.stack(list(named.values())).astype(np.float32)
    if extent is None:
        extent = 2 * float(np.sqrt(np.mean(values**2))) or 1.0
    header: Strips = {
        "strips": list(named),
        "hues": [_HUES.get(name, "") for name in named],
        "tokens": list(tokens),
        "width": values.shape[-1],
        "extent": extent,
        "extents": dict(extents),
        "height": height,
        "places": list(range(len(tokens)) if places is None else places),
        "alt": alt,
    }
    table = tables.of(
        ["", "position", "token", tables.count(values.shape[-1])],
        [tables.field("strips")],
        [tables.field("places"), tables.field("tokens")],
        labels=3,
    )
    return Drawn(header, values, table, key=key, doors=[shows.get(name) for name in named])
