"""Bars and ribbons as a still SVG: next words, a sentence whose words look at others, texts joined by weights."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from headlight.pictures.picture import Still
from headlight.pictures.svg_parts import MARGIN, mix, rgb, text, width_of

_TRACK, LINE = 260, 24  # pixels of a bar that fills its track, and from one to the next
NOTE, LARGE, APART = 12, 20, 8  # pixels of the type of notes, of a sentence in large letters, and between two words
RISE, _WIDEST = 0.3, 16  # how high a ribbon rises for its length, and the pixels of one with all of the weight
FAINT = 0.02  # a ribbon with less is not seen
BETWEEN = 150  # pixels between two texts


def bars(
    rows: Sequence[Mapping[str, Any]], scale: float | None, colours: Sequence[str], palette: Mapping[str, Any]
) -> Still:
    sizes = [abs(row[name]) for row in rows for name in ("value", "before") if row[name] is not None]
    most = scale or max([size for size in sizes if np.isfinite(size)], default=0) or 1.0
    left = MARGIN + width_of([row["label"] for row in rows]) + 8
    least = min([0.0, *(row[name] for row in rows for name in ("value", "before") if row[name] is not None)])
    zero = left + _TRACK * min(1.0, -least / most) / (1 if least == 0 else 2)  # bars below 0 lead to the left
    long = _TRACK if least == 0 else _TRACK / 2
    parts = []
    for number, row in enumerate(rows):
        y, faded = MARGIN + LINE * number, ' opacity="0.4"' if row["faded"] else ""
        parts.append(text(row["label"], left - 8, y + LINE / 2, palette["ink"], "end"))
        parts.append(f'<rect x="{left:g}" y="{y + 5}" width="{_TRACK}" height="14" rx="3" fill="{palette["track"]}"/>')
        mark = palette[colours[row["value"] < 0]]
        for name, look in (
            ("value", f'fill="{mark}"'),
            ("before", f'fill="none" stroke="{palette["before"]}" stroke-dasharray="4 3"'),
        ):
            if row[name] is not None and np.isfinite(row[name]):
                width = long * min(1.0, abs(row[name]) / most)
                x = zero - width if row[name] < 0 else zero
                parts.append(f'<rect x="{x:g}" y="{y + 5}" width="{width:g}" height="14" rx="3" {look}{faded}/>')
        parts.append(text(row["note"], left + _TRACK + 8, y + LINE / 2, palette["soft"], "start"))
    right = left + _TRACK + 8 + width_of([row["note"] for row in rows]) + MARGIN
    return Still(parts, right, 2 * MARGIN + LINE * len(rows))


def centres(words: Sequence[str]) -> list[float]:
    """Where the middles of words are that stand in a line."""
    centres, x = [], float(MARGIN)
    for word in words:
        width = width_of([word])
        centres.append(x + width / 2)
        x += width + APART
    return centres


def between(start: tuple[float, float], end: tuple[float, float], *, upright: bool) -> str:
    """A curve that leaves one place and comes to the other at right angles to their lines."""
    half = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    first, second = ((start[0], half[1]), (end[0], half[1])) if upright else ((half[0], start[1]), (half[0], end[1]))
    points = (*start, *first, *second, *end)
    return "M{:g} {:g}C{:g} {:g} {:g} {:g} {:g} {:g}".format(*points)


def ribbon(curve: str, weight: float, palette: Mapping[str, Any], colour: str | None = None) -> str:
    ink = colour or rgb(mix(palette["sequential"], 0.35 + 0.5 * weight))
    look = f'stroke="{ink}" stroke-width="{max(1.0, _WIDEST * weight):.3g}" stroke-opacity="{0.35 + 0.5 * weight:.2f}"'
    return f'<path d="{curve}" fill="none" {look}/>'
