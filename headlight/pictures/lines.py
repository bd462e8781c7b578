"""Patterns as lines between two columns of tokens, queries left, keys right; each head has its colour."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.pictures.board import Board, OnChoose
from headlight.pictures.headers import Lines, LinesHeads

Side = Literal["queries", "keys"]


class Heads(NamedTuple):
    """The heads of a layer that a reader may choose from, and which layer of how many; all count from 0."""

    drawn: Sequence[int]
    names: Sequence[str]  # of all heads of the layer: what each does, in a few words
    layer: int
    n_layers: int


def lines(
    screen: Board,
    patterns: Float[Array, "head query key"],
    *,
    tokens: Sequence[str],
    alt: str,
    key: str,
    looked_at: Sequence[str] = (),
    heads: Heads | None = None,
    chosen: tuple[Side, Sequence[int]] | None = None,
    on_choice: OnChoose | None = None,
) -> None:
    """Draw a line from each query to each key, as thick as its weight, for each of these heads.

    The keys are those of the same `tokens`, or of others that are `looked_at`. A token under the pointer, or reached
    with the arrow keys (up and down along a column, left and right between the columns, Escape for all), shows its own
    lines alone, and their weights beside the other tokens: the mean of the heads, where several are drawn.

    With `heads`, whose `drawn` ones are those of `patterns`, a tile for each head of the layer stands above, and a
    strip of the layers. `chosen` are tokens of one side whose lines alone are drawn; weights are their sums.
    `on_choice` is called with ["heads", [head, ...]] (a click on a tile adds or takes away, a double click shows it
    alone, or all), ["layer", layer] or ["tokens", [side, [position, ...]]].
    """
    header: Lines = {
        "tokens": list(tokens),
        "looked_at": list(looked_at),
        "alt": alt,
        "heads": LinesHeads(**heads._asdict()) if heads else None,
        "chosen": (chosen[0], list(chosen[1])) if chosen else None,
    }
    screen.picture("lines", header, patterns.astype(np.float32), key=key, on_choice=on_choice)
