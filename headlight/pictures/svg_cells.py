"""Cells as a still SVG: a matrix with its numbers, and the patterns of many heads, small."""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.pictures.board import Drawn, hidden_of
from headlight.pictures.head_grid import numbers
from headlight.pictures.svg_parts import MARGIN, TYPE, Still, ink_on, mix, rgb, text, width_of

_LEAST = 46  # pixels of a cell with its number
_MOST_NUMBERS = 40  # rows or columns; above them cells have no room for numbers
_SMALL = 12  # pixels of a cell without
_HEAD, _GAP = 84, 10  # pixels of a head among many, and between two
_TONES = 20  # colours of cells without numbers


def matrix(drawn: Drawn, palette: Mapping[str, Any]) -> Still:
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
    parts = [] if roomy else _cells(np.where(hatched, np.nan, shares), scale, palette["sequential"][0], left, top, cell)
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


def head_grid(drawn: Drawn, palette: Mapping[str, Any]) -> Still:
    """All heads, a row for each layer, or a column where they run across; of an order line by line."""
    header = drawn.header
    layers, heads, keys = header["layers"], header["heads"], header["looked_at"] or header["tokens"]
    patterns = numbers(header, drawn.values).reshape(layers, heads, -1, len(keys))
    extent = header["extent"]
    shares = patterns if extent is None else 0.5 - np.sign(patterns) * np.sqrt(np.abs(patterns) / extent) / 2
    scale = palette["sequential" if extent is None else "diverging"]
    if header["order"]:
        places = [(divmod(index, max(layers, heads)), tuple(head)) for index, head in enumerate(header["order"])]
    else:
        places = [((head, layer) if header["across"] else (layer, head), (layer, head)) for layer, head in
                  np.ndindex(layers, heads)]  # fmt: skip
    first = header["counts_from"]
    titles = {head: f"{head[0] + first}.{head[1] + first}" for _, head in places}
    hidden = hidden_of(header["hidden"], patterns.shape[2:])
    shown = [(square, titles[head], np.where(hidden, np.nan, shares[head])) for square, head in places]
    selected = [square for square, head in places if head == tuple(header["selected"])]
    return _heads(shown, scale, palette, transposed=header["transposed"], framed=selected)


def layer_heads(drawn: Drawn, palette: Mapping[str, Any]) -> Still:
    """The heads of a layer side by side; those that are switched off are pale."""
    header, tokens = drawn.header, len(drawn.header["tokens"])
    patterns = drawn.values.reshape(-1, tokens, tokens)
    shares = np.where(hidden_of(header["hidden"], patterns.shape), np.nan, patterns)
    wide = math.ceil(len(shares) ** 0.5)
    shown = [
        (divmod(head, wide), f"head {head + 1}{' (off)' if head in header['silenced'] else ''}", share_of_head)
        for head, share_of_head in enumerate(shares)
    ]
    return _heads(shown, palette["sequential"], palette, transposed=header["transposed"], side=2 * _HEAD)


def _heads(
    shown: Sequence[tuple[tuple[int, int], str, Float[Array, "query key"]]],
    scale: Sequence[Sequence[int]],
    palette: Mapping[str, Any],
    *,
    transposed: bool,
    framed: Sequence[tuple[int, int]] = (),
    side: float = _HEAD,
) -> Still:
    """Patterns at their places, (row, column), each under its name; of [query, key], NaN where nothing is drawn."""
    parts, step = [], (side + _GAP, side + _GAP + TYPE)
    for (row, column), name, shares in shown:
        x, y = MARGIN + column * step[0], MARGIN + TYPE + row * step[1]
        cells = shares.T if transposed else shares
        unit = side / max(cells.shape)
        width, height = unit * cells.shape[1], unit * cells.shape[0]
        ink, thick = (palette["accent"], 2) if (row, column) in framed else (palette["line"], 1)
        around = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
        parts.append(text(name, x, y - TYPE / 2 - 1, palette["soft"], "start", size=12))
        parts.append(f'<rect {around} fill="none" stroke="{ink}" stroke-width="{thick}"/>')
        parts += _cells(cells, scale, palette["sequential"][0], x, y, unit)
    rows, columns = (1 + max(square[axis] for square, *_ in shown) for axis in (0, 1))
    return Still(parts, MARGIN * 2 + columns * step[0] - _GAP, MARGIN * 2 + rows * step[1] - _GAP)


def _cells(
    shares: Float[Array, "row column"],
    scale: Sequence[Sequence[int]],
    paper: Sequence[int],
    x: float,
    y: float,
    unit: float,
) -> list[str]:
    """Cells without numbers: a path for each of a few colours but that of the `paper`, which NaN has too."""
    ground = [*scale].index(paper) / 2 * _TONES
    tones = np.where(np.isnan(shares), ground, np.rint(np.nan_to_num(shares).clip(0, 1) * _TONES)).astype(int)
    drawn = []
    for tone in sorted({*np.unique(tones).tolist()} - {int(ground)}):
        runs = "".join(f"M{start} {row}h{length}v1h-{length}z" for row, start, length in _runs(tones == tone))
        drawn.append(f'<path fill="{rgb(mix(scale, tone / _TONES))}" d="{runs}"/>')
    return [f'<g transform="translate({x:g} {y:g}) scale({unit:.4g})">{"".join(drawn)}</g>'] if drawn else []


def _runs(cells: np.ndarray) -> Iterator[tuple[int, int, int]]:
    """Cells beside each other, [row, column], as (row, first column, how many)."""
    for row, line in enumerate(cells):
        for is_there, run in groupby(enumerate(line.tolist()), key=lambda numbered: numbered[1]):
            if is_there:
                first, *others = run
                yield row, first[0], 1 + len(others)


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
