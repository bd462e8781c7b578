"""The switches of the mask switchboard: a mask, a window, padding, and cells toggled by hand, kept in the address."""

import dataclasses
import re

import numpy as np
import streamlit as st

from headlight.frame import controls, kept, orientation, widgets
from transformer import Intervention
from transformer.intervention import Cell

_CELLS = "cells"


def chosen() -> tuple[Intervention, frozenset[Cell]]:
    """What the switches say: the mask without the cells toggled by hand, and those cells."""
    with widgets.many(), st.container(horizontal=True, gap="medium", vertical_alignment="bottom"):
        mask = widgets.mask()
        window = _window() if mask == "window" else Intervention.window
        padding = controls.slider(
            "padding",
            "Padding tokens",
            0,
            width=130,
            help="End marks written after the text, as one does to make all texts of a batch equally long.",
        )
        hidden = controls.toggle(
            "hide_padding",
            "Mask the padding",
            True,
            disabled=padding == 0,
            help="On: −∞ in the columns of the padding, so that no token of the text can look at it.",
        )
        typed = controls.text(
            _CELLS,
            "Cells toggled by hand",
            live=False,
            width=240,
            placeholder="Click a cell of masked",
            help="Each is query.key, positions counted from 0: 5.2 is the cell where token 5 looks at token 2.",
        )
        st.button("Undo cells", on_click=_clear, disabled=not typed.strip(), key="undo_cells")
    change = Intervention(mask=mask, window=window, padding=padding, padding_hidden=hidden or not padding)
    return change, parsed(typed)


def _window() -> int:
    return controls.slider(
        "window",
        "Window width",
        4,
        width=150,
        help="How many tokens a sliding window holds: the token itself and those just before it.",
    )


def parsed(typed: str) -> frozenset[Cell]:
    """The cells of a text such as "5.2 6.0"; what is no cell is passed over."""
    found = (re.fullmatch(r"([0-9]{1,3})\.([0-9]{1,3})", piece) for piece in re.split(r"[\s,;]+", typed))
    return frozenset((int(match[1]), int(match[2])) for match in found if match)


def written(cells: frozenset[Cell]) -> str:
    """What `parsed` reads: the cells row by row."""
    return " ".join(f"{query}.{key}" for query, key in sorted(cells))


def toggle(cell: tuple[int, int]) -> None:
    """Toggle a cell, [query, key], that was chosen in a picture."""
    kept.move(cells=written(parsed(st.session_state[_CELLS]) ^ {(cell[0], cell[1])}))


def _clear() -> None:
    st.session_state[_CELLS] = ""


def with_cells(
    change: Intervention, cells: frozenset[Cell], n_tokens: int, may_look: np.ndarray
) -> tuple[Intervention, list[int]]:
    """The change with the cells that can be toggled in a text of so many tokens, and the rows that were saved.

    `may_look` is the mask before, [query, key]. A row with no cell left open has no softmax, so it keeps its own
    cell: that toggle is left out, and the row is among those saved.
    """
    inside = {cell for cell in cells if max(cell) < n_tokens}
    saved = []
    for query in sorted({query for query, _ in inside}):
        row = may_look[query].copy()
        for at, key in inside:
            if at == query:
                row[key] = not row[key]
        if not row.any():  # every mask lets a token look at itself, so its own cell is among the toggled
            inside.discard((query, query))
            saved.append(query)
    return dataclasses.replace(change, toggled=frozenset(inside)), saved


def in_words(cells: int, used: int, saved: list[int]) -> str:
    """What became of the cells toggled by hand, as a sentence or two; empty where there is nothing to say."""
    said = []
    if used:
        cell = "1 cell is" if used == 1 else f"{used} cells are"
        said.append(f"{cell} toggled by hand: the opposite of what the mask says, in every head of every layer.")
    if beyond := cells - used - len(saved):
        lies = "1 cell lies" if beyond == 1 else f"{beyond} cells lie"
        said.append(f"{lies} beyond this text, waiting for a longer one.")
    if saved:
        rows, line = ", ".join(str(row) for row in saved), orientation.line()
        said.append(
            f"{line.capitalize()} {rows} would have no cell left, and softmax of nothing but −∞ is 0/0, no number at "
            f"all: many a program has printed NaN here. So the {line} keeps its own cell."
        )
    return " ".join(said)
