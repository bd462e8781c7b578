"""A matrix with its numbers written in: hover or arrow keys give the exact value, hidden cells are hatched."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
from jaxtyping import Bool, Float
from numpy import ndarray as Array

from headlight.pictures.board import Board, Door, OnChoose, hidden_bits
from headlight.pictures.headers import Matrix, Says
from headlight.pictures.headers import Plug as _Plug


class Plug(NamedTuple):
    """Two sentences over a matrix, and what is put from the upper one into the lower one, under its name.

    Without words above there is the room alone, so that a matrix beside one with a plug has its rows on one line.
    """

    above: Sequence[str]
    below: Sequence[str]
    columns: Sequence[int]
    name: str


def matrix_of_heads(
    screen: Board,
    values: Float[Array, "layer head"],
    *,
    noun: str,
    alt: str,
    key: str,
    numbered: bool = False,
    **look: Any,
) -> None:
    """Draw a number for each head: layers down, heads across. What else a matrix can do is handed on.

    Where they are `numbered` there stands above a column its number alone, as a slide has room for.
    """
    rows, columns = (
        [f"{axis} {index + 1}".lstrip() for index in range(values.shape[dimension])]
        for dimension, axis in enumerate(("layer", "" if numbered else "head"))
    )
    matrix(screen, values, rows=rows, columns=columns, noun=noun, alt=alt, key=key, **look)


def matrix_of_cosines(
    screen: Board,
    values: Float[Array, "row column"],
    *,
    rows: Sequence[str],
    columns: Sequence[str] | None = None,
    alt: str,
    key: str,
    **look: Any,
) -> None:
    """Draw cosines, on one scale from -1 to 1; across stand the names of the rows too, unless `columns` has others."""
    across = rows if columns is None else columns
    matrix(
        screen,
        values,
        rows=rows,
        columns=across,
        noun="cosine",
        scale="diverging",
        extent=1.0,
        alt=alt,
        key=key,
        **look,
    )


def matrix(
    screen: Board,
    values: Float[Array, "row column"],
    *,
    rows: Sequence[str],
    columns: Sequence[str],
    noun: str,
    alt: str,
    key: str,
    scale: Literal["sequential", "diverging", "scores"] = "sequential",
    extent: float | None = None,
    factor: float = 1.0,
    decimals: int = 2,
    hidden: Bool[Array, "row column"] | None = None,
    says: Says = (),
    selected: tuple[int, int] | None = None,
    row: int | None = None,
    places: Sequence[int] = (),
    on_cell: OnChoose | None = None,
    on_weight: OnChoose | None = None,
    transposed: bool = False,
    followed: int = 0,
    still: bool = False,
    zeros: bool = False,
    plain: bool = False,
    plug: Plug | None = None,
    shows: Door | None = None,
) -> None:
    """Draw a matrix; `transposed` draws its rows as columns, in the CSV too.

    Cells in `hidden` are hatched and keep their value, which is 0 in a pattern. So is a score of -inf, which is what
    a mask makes of it, and NaN, a cell that is not written yet.
    Nothing is written in a hidden cell, nor where the number would be 0; with `zeros`, where zero is the message, a
    true 0 is, and what a mask leaves.
    `noun` names a value on hover ("weight 0.71"). `extent` is the value of the deepest colour: by default 1 on the
    sequential scale (weights, probabilities), and the largest absolute finite value on the diverging one.
    The scale of scores goes by a softmax along each row: the row's largest has the deepest colour, another the square
    root of its weight's share in the largest weight, so that a hundredth of it is still seen. `factor` is what the
    softmax multiplies the scores by.
    The `row` is framed. Where rows are of tokens that stand at `places` of the text, the sentence over the board shows
    where the word of the row that is pointed at looks.
    `says` is a sentence under the picture. With `on_cell` a click or Enter chooses a cell: it is called with
    [row, column]. With `on_weight` the cells of a pattern can be dragged up and down, or moved with + and −, and the
    rest of the row makes room: it is called with [row, column, weight]. A square matrix is lower where the window of a
    laptop would cut it, or what stands under it, of which `followed` pixels are to be seen. It keeps its height while
    a text is typed; one that is `still` ends with its rows, which are low where it is narrow. `zeros` prints what is 0
    but for rounding, where that is the message. A `plain` one is its colours: it has the number of the chosen cell
    alone, and the others on hover. A `plug` has two rows of words instead of the names of the columns, where all fit
    without a slant; of a cell that is looked at it shows its own. `shows` is where the numbers open.
    """
    finite = np.abs(values[np.isfinite(values)])
    if extent is None:
        extent = float(finite.max(initial=1e-9)) if scale == "diverging" else 1.0
    header: Matrix = {
        "rows": list(rows),
        "columns": list(columns),
        "noun": noun,
        "alt": alt,
        "scale": scale,
        "extent": extent,
        "factor": factor,
        "decimals": decimals,
        "hidden": hidden_bits(hidden),
        "says": list(says),
        "selected": selected or None,
        "row": row,
        "places": list(places),
        "transposed": transposed,
        "followed": followed,
        "still": still,
        "zeros": zeros,
        "plain": plain,
        "plug": _Plug(above=[*plug.above], below=[*plug.below], columns=[*plug.columns], name=plug.name)
        if plug
        else None,
    }
    if on_weight:
        header["dragged"] = True

    def choose(chosen: Sequence[float]) -> Mapping[str, Any] | None:
        listener = on_cell if len(chosen) == 2 else on_weight
        return listener(chosen) if listener else None

    listens = choose if on_cell or on_weight else None
    screen.picture("matrix", header, values.astype(np.float32), key=key, on_choice=listens, doors=[shows])
