"""Cells of the mask toggled by hand: how the address writes them, and which of them a text has room for."""

import re
from dataclasses import replace

import numpy as np

from headlight.parts import orientation
from headlight.parts.nouns import State
from transformer import Intervention
from transformer.intervention import QueryKey


def parse(typed: str) -> frozenset[QueryKey]:
    """The cells of a text such as "5.2 6.0", query.key; what is no cell is passed over."""
    matches = (re.fullmatch(r"([0-9]{1,3})\.([0-9]{1,3})", piece) for piece in re.split(r"[\s,;]+", typed))
    return frozenset((int(match[1]), int(match[2])) for match in matches if match)


def written(cells: frozenset[QueryKey]) -> str:
    """Write cells row by row, as `parse` reads them."""
    return " ".join(f"{query}.{key}" for query, key in sorted(cells))


def toggled(change: Intervention, cells: frozenset[QueryKey], may_look: np.ndarray) -> tuple[Intervention, list[int]]:
    """The change with those of the cells that a text has, and the rows that were saved.

    `may_look` is the mask of every layer before, [layer, query, key]. A row with no cell left open has no softmax, so
    it keeps its own cell: that toggle is left out, and the row is among those saved.
    """
    inside = {cell for cell in cells if max(cell) < may_look.shape[-1]}
    after = may_look.copy()
    for query, key in inside:
        after[:, query, key] ^= True
    # Every mask lets a token look at itself, so of a row that is left empty its own cell is among the toggled.
    saved = [int(query) for query in np.flatnonzero((~after.any(axis=2)).any(axis=0))]
    return replace(change, toggled=frozenset(inside - {(query, query) for query in saved})), saved


def cells_text(state: State, cells: int, used: int, saved: list[int]) -> str:
    """Say what became of so many cells, of which some are used; empty where there is none."""
    sentences = []
    if used:
        cell = "1 cell is" if used == 1 else f"{used} cells are"
        sentences.append(f"{cell} toggled by hand: the opposite of what the mask says, in every head of every layer.")
    if beyond := cells - used - len(saved):
        lies = "1 cell lies" if beyond == 1 else f"{beyond} cells lie"
        sentences.append(f"{lies} beyond this text, waiting for a longer one.")
    if saved:
        rows, line = ", ".join(str(row) for row in saved), orientation.line(state)
        sentences.append(
            f"{line.capitalize()} {rows} would have no cell left, and softmax of −∞ alone is 0/0, no number at "
            f"all: many a program has printed NaN here. So the {line} keeps its own cell."
        )
    return " ".join(sentences)
