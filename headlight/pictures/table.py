"""A table of labels and numbers that is drawn anew with every key, as light as text."""

from collections.abc import Collection, Mapping, Sequence
from typing import TypedDict

from headlight.pictures import tables
from headlight.pictures.decimals import typeset
from headlight.pictures.picture import Drawn, picture


class TableColumn(TypedDict):
    """A column of `Table`; a cell is [its text, what its card tells]."""

    name: str
    left: bool
    cells: list[tuple[str, str]]


class Table(TypedDict):
    """See `table`."""

    columns: list[TableColumn]
    faded: list[int]
    alt: str


@picture
def table(
    columns: Mapping[str, Sequence[str | float | bool]],
    *,
    alt: str,
    key: str,
    formats: Mapping[str, str] | None = None,
    numbers: str | None = None,
    faded: Collection[int] = (),
) -> Drawn[Table]:
    """Draw columns of equal length under their names.

    `formats` says how the numbers of a column are written ("{:.4f}"), and `numbers` how those of all others are; the
    card of a cell tells every digit. A column of text that `formats` names stands at the right, as numbers do. True is
    drawn as a check mark, False as a dot. Rows in `faded` are pale.
    """
    formats = formats or {}
    header: Table = {
        "columns": [
            {
                "name": name,
                "left": bool(len(values)) and isinstance(values[0], str) and name not in formats,
                "cells": [_cell(value, formats.get(name, numbers)) for value in values],
            }
            for name, values in columns.items()
        ],
        "faded": sorted(int(row) for row in faded),
        "alt": alt,
    }
    return Drawn(
        header,
        table=tables.of(
            [tables.field("columns.*.name")],
            [
                tables.field(f"columns.{place}.cells.*.1", **{} if column["left"] else {"number": True})
                for place, column in enumerate(header["columns"])
            ],
            labels=0,
        ),
        key=key,
    )


def _cell(value: str | float | bool, form: str | None) -> tuple[str, str]:
    """Return the text of a cell, and what its card tells."""
    if isinstance(value, bool):
        return "✓" if value else "·", "yes" if value else "no"
    if isinstance(value, str) or form is None:
        return str(value), str(value)
    return typeset(form.format(value)), typeset(repr(float(value)))
