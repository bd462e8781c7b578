"""A matrix with its numbers written in: hover or arrow keys give the exact value, hidden cells are hatched."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, NotRequired, TypedDict

import numpy as np
from jaxtyping import Bool, Float
from numpy import ndarray as Array

from headlight.pictures import svg_cells, tables
from headlight.pictures.board import hidden_bits, hidden_of
from headlight.pictures.picture import Door, Drawn, OnChoose, Piece, Says, Still, picture
from headlight.pictures.svg_parts import MARGIN, TYPE, ink_on, mix, rgb, text, width_of

_LEAST = 46  # pixels of a cell of a still with its number
_MOST_NUMBERS = 40  # rows or columns; above them cells have no room for numbers
_SMALL = 12  # pixels of a cell without


class Matrix(TypedDict):
    """See `matrix`; `hidden` are bits, and `selected` is [row, column]."""

    rows: list[str]
    columns: list[str]
    noun: str
    alt: str
    scale: Literal["sequential", "diverging", "scores"]
    extent: float
    factor: float
    decimals: int
    hidden: str
    says: list[Piece]
    selected: tuple[int, int] | None
    row: int | None
    places: list[int]
    transposed: bool
    still: bool
    zeros: bool
    plain: NotRequired[bool]


class Labels(NamedTuple):
    """The names of rows and columns, and of what the numbers are on hover ("weight 0.71").

    Where rows are of tokens that are at `places` of the text, the sentence over the board shows where the word of the
    row that is pointed at looks. Where a row `attends` to the columns, the corner of the CSV says which side are the
    queries.
    """

    rows: Sequence[str]
    columns: Sequence[str]
    noun: str
    places: Sequence[int] = ()
    attends: bool = False


class Style(NamedTuple):
    """How numbers are coloured and written, and how high a matrix is.

    `extent` is the value of the deepest colour: by default 1 on the sequential scale (weights, probabilities), and the
    largest absolute finite value on the diverging one. The scale of scores goes by a softmax along each row: the row's
    largest has the deepest colour, another the square root of its weight's share in the largest weight, so that a
    hundredth of it is still seen. `factor` is what the softmax multiplies the scores by.

    Nothing is written where the number would be 0; with `zeros`, where zero is the message, a true 0 is, and what a
    mask leaves. A `plain` one is its colours: it has the number of the chosen cell alone, and the others on hover.

    A square matrix is lower where the window of a laptop would cut it. It keeps its height while a text is typed; one
    that is `still` ends with its rows, which are low where it is narrow.
    """

    scale: Literal["sequential", "diverging", "scores"] = "sequential"
    extent: float | None = None
    factor: float = 1.0
    decimals: int = 2
    zeros: bool = False
    plain: bool = False
    still: bool = False


USUAL = Style()


@picture(about="cells")
def matrix(
    values: Float[Array, "row column"],
    labels: Labels,
    *,
    alt: str,
    key: str,
    style: Style = USUAL,
    on_cell: OnChoose | None = None,
    hidden: Bool[Array, "row column"] | None = None,
    says: Says = (),
    selected: tuple[int, int] | None = None,
    row: int | None = None,
    transposed: bool = False,
    shows: Door | None = None,
) -> Drawn[Matrix]:
    """Draw a matrix; `transposed` draws its rows as columns, in the CSV too.

    Cells in `hidden` are hatched, without their number, which is 0 in a pattern. So is a score of -inf, which is what a
    mask makes of it, and NaN, a cell that is not written yet. The `selected` cell and the `row` are framed. `says` is a
    sentence under the picture. `shows` is where the numbers open.
    """
    extent = style.extent
    finite = np.abs(values[np.isfinite(values)])
    if extent is None:
        extent = float(finite.max(initial=1e-9)) if style.scale == "diverging" else 1.0
    header: Matrix = {
        "rows": list(labels.rows),
        "columns": list(labels.columns),
        "noun": labels.noun,
        "alt": alt,
        "scale": style.scale,
        "extent": extent,
        "factor": style.factor,
        "decimals": style.decimals,
        "hidden": hidden_bits(hidden),
        "says": list(says),
        "selected": selected or None,
        "row": row,
        "places": list(labels.places),
        "transposed": transposed,
        "still": style.still,
        "zeros": style.zeros,
        "plain": style.plain,
    }
    table = tables.of(
        [tables.ATTENDING[transposed] if labels.attends else "", tables.field("rows" if transposed else "columns")],
        [tables.field("columns" if transposed else "rows")],
        missing="not written yet",
        **({"down": True} if transposed else {}),
    )
    return Drawn(header, values.astype(np.float32), table, key=key, on_choice=on_cell, doors=[shows])


@matrix.also
def matrix_of_heads(
    values: Float[Array, "layer head"], *, noun: str, alt: str, key: str, numbered: bool = False, **more: Any
) -> Drawn[Matrix]:
    """Draw a number for each head: layers down, heads across. What else a matrix can do is handed on.

    Where they are `numbered` there is above a column its number alone, as a slide has room for.
    """
    rows, columns = (
        [f"{axis} {index + 1}".lstrip() for index in range(values.shape[dimension])]
        for dimension, axis in enumerate(("layer", "" if numbered else "head"))
    )
    return matrix(values, Labels(rows, columns, noun), alt=alt, key=key, **more)


@matrix.also
def matrix_of_cosines(
    values: Float[Array, "row column"],
    *,
    rows: Sequence[str],
    columns: Sequence[str] | None = None,
    alt: str,
    key: str,
    **more: Any,
) -> Drawn[Matrix]:
    """Draw cosines, on one scale from -1 to 1; across are the names of the rows too, unless `columns` has others."""
    labels = Labels(rows, rows if columns is None else columns, "cosine")
    return matrix(values, labels, style=Style("diverging", 1.0), alt=alt, key=key, **more)


@matrix.still
def still(drawn: Drawn[Matrix], palette: Mapping[str, Any]) -> Still:
    """A matrix with its labels, and with its numbers where there is room for them."""
    header = drawn.header
    values = drawn.values.reshape(len(header["rows"]), len(header["columns"]))
    hatched = ~np.isfinite(values) | hidden_of(header["hidden"], values.shape)
    shares = _shares(header["scale"], np.where(hatched, 0, values), hatched, header["extent"], header["factor"])
    down, across = header["rows"], header["columns"]
    if header["transposed"]:
        values, hatched, shares, down, across = values.T, hatched.T, shares.T, across, down
    scale = palette["diverging" if header["scale"] == "diverging" else "sequential"]
    roomy = max(values.shape) <= _MOST_NUMBERS and not header.get("plain")
    texts = [
        [_number(value, header["decimals"], closed, header["zeros"]) for value, closed in zip(*row, strict=True)]
        if roomy
        else []
        for row in zip(values.tolist(), hatched.tolist(), strict=True)
    ]
    cell = max(_LEAST, width_of([number for row in texts for number in row]) + 8) if roomy else _SMALL
    left, reach = MARGIN + width_of(down) + 8, width_of(across)
    slanted = 0.75 * reach if reach > cell - 4 else 0  # how high and how far out names aslant reach
    top = MARGIN + slanted + TYPE + 8
    parts = (
        []
        if roomy
        else svg_cells.cells(np.where(hatched, np.nan, shares), scale, palette["sequential"][0], left, top, cell)
    )
    for row, label in enumerate(down):
        y = top + cell * row
        parts.append(text(label, left - 8, y + cell / 2, palette["soft"], "end"))
        for column in range(len(across) if roomy else 0):
            x, closed, colour = left + cell * column, hatched[row, column], mix(scale, shares[row, column])
            fill = "url(#hidden)" if closed else rgb(colour)
            ink = palette["soft"] if closed else ink_on(colour)
            corner_and_size = f'x="{x + 1:g}" y="{y + 1:g}" width="{cell - 2:g}" height="{cell - 2:g}"'
            parts.append(f'<rect {corner_and_size} rx="3" fill="{fill}"/>')
            parts.append(text(texts[row][column], x + cell / 2, y + cell / 2, ink, "middle"))
    for column, label in enumerate(across):
        x, y = left + cell * (column + 0.5), top - 8
        anchor, turned = ("start", f"rotate(-45 {x:g} {y:g})") if slanted else ("middle", "")
        parts.append(text(label, x, y, palette["soft"], anchor, turned))
    return Still(parts, left + cell * len(across) + slanted + MARGIN, top + cell * len(down) + MARGIN)


def _shares(
    scale: str, values: Float[Array, "row column"], hatched: np.ndarray, extent: float, factor: float
) -> Float[Array, "row column"]:
    """Where each value stands on its scale, from 0 to 1, as `matrix` says."""
    if scale == "scores":
        scores = np.where(hatched, -np.inf, factor * values)
        largest = scores.max(axis=1, keepdims=True)
        return np.exp((scores - np.where(np.isfinite(largest), largest, 0)) / 2)
    return values / extent if scale == "sequential" else 0.5 - values / (2 * extent)


def _number(value: float, decimals: int, hatched: bool, zeros: bool) -> str:
    """The number of a cell as the script writes it: "" where nothing is."""
    if math.isnan(value) or (not zeros and (hatched or value == 0)):
        return ""
    if value == 0:
        return "0"
    number = "−∞" if value == -math.inf else f"{value:.{decimals}f}".replace("-", "−")
    return number if number.strip("−0.") else ""


@matrix.compared
def difference(before: Drawn[Matrix], now: Drawn[Matrix], key: str) -> Drawn[Matrix] | None:
    """Now minus before, cell by cell."""
    rows = tables.aligned(before.header["rows"], now.header["rows"])
    columns = tables.aligned(before.header["columns"], now.header["columns"])
    if not rows or not columns:
        return None
    then, later = (
        drawn.values.reshape(len(drawn.header["rows"]), -1)[: len(rows), : len(columns)].astype(np.float64)
        for drawn in (before, now)
    )
    finite = np.isfinite(then) & np.isfinite(later)
    return matrix(
        np.where(finite, later, 0) - np.where(finite, then, 0),
        Labels(rows, columns, "difference", attends=bool(now.table and now.table["titles"][0] in tables.ATTENDING)),
        style=Style("diverging", decimals=now.header["decimals"]),
        hidden=~finite,
        transposed=now.header["transposed"],
        alt="Now minus pinned, cell by cell.",
        key=key,
    )
