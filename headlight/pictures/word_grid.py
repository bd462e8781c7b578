"""Words in rows and columns, each with a colour for its share."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from headlight.pictures import tables
from headlight.pictures.picture import Drawn, Piece, Says, picture
from headlight.pictures.quantities import Quantity, drawn_as


class WordRow(TypedDict):
    """A row of `WordGrid`; a cell is [text, share, number]: see `Square`."""

    name: str
    cells: list[tuple[str, float, float | None]]


class WordGrid(TypedDict):
    """See `word_grid`."""

    rows: list[WordRow]
    columns: list[str]
    colours: list[list[str]]  # of each column: from 0 up, and below
    alt: str
    says: list[Piece]


@dataclass(frozen=True)
class Square:
    """One word of a grid."""

    text: str
    share: float = 0.0  # from 0 to 1: how deep its colour is; of a signed quantity from -1
    number: float | None = None  # that it writes, with all digits


def _least(header: WordGrid) -> int:
    """The pixels of a table of words that is not cut, as word_grid.js lays it out."""
    return 70 + 72 * len(header["columns"])


@picture(about="table", least=_least)
def word_grid(
    rows: Sequence[Sequence[Square]],
    *,
    names: Sequence[str],
    columns: Sequence[str],
    alt: str,
    key: str,
    quantities: Sequence[Quantity],
    says: Says = (),
) -> Drawn[WordGrid]:
    """Draw a table of words; `names` stand before the rows, `columns` above the columns.

    `quantities` are what the shares of each column are.
    """
    header: WordGrid = {
        "rows": [
            {"name": name, "cells": [(cell.text, round(float(cell.share), 4), cell.number) for cell in row]}
            for name, row in zip(names, rows, strict=True)
        ],
        "columns": list(columns),
        "colours": [drawn_as(quantity)["colours"] for quantity in quantities],
        "alt": alt,
        "says": list(says),
    }
    table = tables.of(
        ["", *(title for name in columns for title in (name, f"{name}: number"))],
        [tables.field("rows.*.name"), *(cells for place in range(len(columns)) for cells in _column(place))],
    )
    return Drawn(header, table=table, key=key)


def _column(place: int) -> tuple[tables.Field, tables.Field]:
    """The words of a column, and the numbers that they write."""
    cells = f"rows.*.cells.{place}"
    return tables.field(f"{cells}.0"), tables.field(f"{cells}.2")
