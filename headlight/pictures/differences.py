"""Differences of two states of one picture: the numbers of the same name that differ most."""

from typing import TypedDict

import numpy as np

from headlight.pictures import tables
from headlight.pictures.picture import Drawn, picture


class DifferencesPart(TypedDict):
    """One of two states in `Differences`: the header and table of its picture, and which bytes are its numbers."""

    header: dict[str, object]
    table: tables.Table | None
    dtype: str
    length: int


class Differences(TypedDict):
    """See `differences`."""

    parts: list[DifferencesPart]
    alt: str


@picture(no_table="its script compares the tables of two pictures")
def differences(before: Drawn, now: Drawn, *, alt: str, key: str) -> Drawn[Differences]:
    """Draw a list of the numbers that differ, whatever the picture: they are those that it would save as CSV."""
    values = [np.frombuffer(drawn.values.tobytes(), np.uint8) for drawn in (before, now)]
    parts: list[DifferencesPart] = [
        {"header": drawn.header, "table": drawn.table, "dtype": drawn.values.dtype.name, "length": drawn.values.nbytes}
        for drawn in (before, now)
    ]
    header: Differences = {"parts": parts, "alt": alt}
    return Drawn(header, np.concatenate(values), key=key)
