"""Cells as a still SVG: a matrix with its numbers, and the patterns of many heads, small."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.pictures.picture import Still
from headlight.pictures.svg_parts import MARGIN, TYPE, mix, rgb, text

HEAD, _GAP = 84, 10  # pixels of a head among many, and between two
_TONES = 20  # colours of cells without numbers


def heads(
    shown: Sequence[tuple[tuple[int, int], str, Float[Array, "query key"]]],
    scale: Sequence[Sequence[int]],
    palette: Mapping[str, Any],
    *,
    transposed: bool,
    framed: Sequence[tuple[int, int]] = (),
    side: float = HEAD,
) -> Still:
    """Patterns at their places, (row, column), each under its name; of [query, key], NaN where nothing is drawn."""
    parts, step = [], (side + _GAP, side + _GAP + TYPE)
    for (row, column), name, shares in shown:
        x, y = MARGIN + column * step[0], MARGIN + TYPE + row * step[1]
        turned = shares.T if transposed else shares
        unit = side / max(turned.shape)
        width, height = unit * turned.shape[1], unit * turned.shape[0]
        ink, thick = (palette["accent"], 2) if (row, column) in framed else (palette["line"], 1)
        around = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
        parts.append(text(name, x, y - TYPE / 2 - 1, palette["soft"], "start", size=12))
        parts.append(f'<rect {around} fill="none" stroke="{ink}" stroke-width="{thick}"/>')
        parts += cells(turned, scale, palette["sequential"][0], x, y, unit)
    rows, columns = (1 + max(square[axis] for square, *_ in shown) for axis in (0, 1))
    return Still(parts, MARGIN * 2 + columns * step[0] - _GAP, MARGIN * 2 + rows * step[1] - _GAP)


def cells(
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
