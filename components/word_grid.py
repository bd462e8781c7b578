"""Words in rows and columns, each with a number under it and a colour for its share."""

from collections.abc import Sequence
from dataclasses import dataclass

from components.payload import mount, pack

_HTML = """
<div class="scroll" tabindex="0"><table><thead></thead><tbody></tbody></table></div>
<p class="says" hidden></p>
"""


@dataclass(frozen=True)
class Cell:
    """One word of a grid."""

    text: str
    note: str = ""
    share: float = 0.0  # from 0 to 1: how deep its colour is
    strong: bool = False  # framed


def word_grid(
    rows: Sequence[Sequence[Cell]],
    *,
    names: Sequence[str],
    columns: Sequence[str],
    alt: str,
    key: str,
    says: Sequence[tuple[str, bool]] = (),
    text: str = "",
) -> None:
    """Draw a table of words; `names` stand before the rows, `columns` above the columns."""
    header = {
        "rows": [
            {
                "name": name,
                "cells": [[cell.text, cell.note, round(float(cell.share), 4), bool(cell.strong)] for cell in row],
            }
            for name, row in zip(names, rows, strict=True)
        ],
        "columns": list(columns),
        "alt": alt,
        "says": [list(piece) for piece in says],
        "text": text,
    }
    mount("word_grid", _HTML, key=key, data=pack(header))
