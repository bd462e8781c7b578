"""Words in rows and columns, each with a number under it and a colour for its share."""

from collections.abc import Sequence
from dataclasses import dataclass

from headlight.pictures.board import Board
from headlight.pictures.headers import Says, WordGrid
from headlight.pictures.quantities import Quantity, drawn_as


@dataclass(frozen=True)
class Cell:
    """One word of a grid."""

    text: str
    note: str = ""
    share: float = 0.0  # from 0 to 1: how deep its colour is; of a signed quantity from -1
    strong: bool = False  # framed
    number: float | None = None  # that it writes, with all digits


def word_grid(
    screen: Board,
    rows: Sequence[Sequence[Cell]],
    *,
    names: Sequence[str],
    columns: Sequence[str],
    alt: str,
    key: str,
    quantities: Sequence[Quantity],
    says: Says = (),
) -> None:
    """Draw a table of words; `names` stand before the rows, `columns` above the columns.

    `quantities` are what the shares of each column are.
    """
    header: WordGrid = {
        "rows": [
            {
                "name": name,
                "cells": [
                    (cell.text, cell.note, round(float(cell.share), 4), bool(cell.strong), cell.number) for cell in row
                ],
            }
            for name, row in zip(names, rows, strict=True)
        ],
        "columns": list(columns),
        "colours": [drawn_as(quantity)["colours"] for quantity in quantities],
        "alt": alt,
        "says": list(says),
    }
    screen.picture("word_grid", header, key=key)
