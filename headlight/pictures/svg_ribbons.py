"""Bars and ribbons as a still SVG: next words, a sentence whose words look at others, texts joined by weights."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from headlight.pictures.board import Drawn
from headlight.pictures.rows import as_looks
from headlight.pictures.svg_parts import MARGIN, TYPE, Still, mix, rgb, text, width_of

_TRACK, _LINE = 260, 24  # pixels of a bar that fills its track, and from one to the next
_NOTE, _LARGE, _APART = 12, 20, 8  # pixels of the type of notes, of a sentence in large letters, and between two words
_RISE, _WIDEST = 0.3, 16  # how high a ribbon rises for its length, and the pixels of one with all of the weight
_FAINT = 0.02  # a ribbon with less is not seen
_BETWEEN = 150  # pixels between two texts


def bars(drawn: Drawn, palette: Mapping[str, Any]) -> Still:
    """Labelled bars with what they were before as dashed outlines."""
    still = _bars(drawn.header["bars"], drawn.header["scale"], drawn.header["colours"], palette)
    if not drawn.header["ends"]:
        return still
    ends = text(f"← {drawn.header['ends']}", still.width - MARGIN, still.height, palette["soft"], "end", size=_NOTE)
    return Still([*still.parts, ends], still.width, still.height + TYPE)


def _bars(
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
        y, faded = MARGIN + _LINE * number, ' opacity="0.4"' if row["faded"] else ""
        parts.append(text(row["label"], left - 8, y + _LINE / 2, palette["ink"], "end"))
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
        parts.append(text(row["note"], left + _TRACK + 8, y + _LINE / 2, palette["soft"], "start"))
    right = left + _TRACK + 8 + width_of([row["note"] for row in rows]) + MARGIN
    return Still(parts, right, 2 * MARGIN + _LINE * len(rows))


def looks(drawn: Drawn, palette: Mapping[str, Any]) -> Still:
    """A sentence in large type, the ribbons of its chosen word, and what comes next below."""
    header, values = as_looks(drawn)
    words, chosen = [word["text"] for word in header["words"]], header["chosen"]
    row = values[chosen * len(words) : (chosen + 1) * len(words)].astype(float)
    ends, x = list[tuple[float, float]](), float(MARGIN)
    for word in header["words"]:
        x += _APART if word["apart"] and ends else 0
        ends.append((x, x := x + width_of([word["text"]], _LARGE)))
    middles = [(start + end) / 2 for start, end in ends]
    reach = max(abs(middles[chosen] - middles[number]) for number in [chosen, *np.flatnonzero(row >= _FAINT)])
    line = MARGIN + _RISE * reach + 2 * TYPE + _LARGE
    parts = []
    for number, (middle, weight) in enumerate(zip(middles, row.tolist(), strict=True)):
        if weight >= _FAINT:
            if number != chosen:
                top = line - _LARGE / 2 - 4 - 4 / 3 * _RISE * abs(middle - middles[chosen])
                curve = f"M{middles[chosen]:g} {line - _LARGE / 2:g}C{middles[chosen]:g} {top:g} {middle:g} {top:g}"
                parts.append(_ribbon(f"{curve} {middle:g} {line - _LARGE / 2:g}", weight, palette))
            parts.append(text(f"{weight:.2f}", middle, line + _LARGE / 2 + 8, palette["soft"], "middle", size=_NOTE))
        ink = palette["accent"] if number == chosen else palette["ink"]
        parts.append(text(words[number], middle, line, ink, "middle", size=_LARGE))
    following = [
        {"label": token, "value": chance, "before": None, "note": f"{chance:.3f}", "faded": False}
        for token, chance in header["following"]
    ]
    if not following:
        return Still(parts, x + MARGIN, line + _LARGE / 2 + 20)
    below = _bars(following, 1.0, ["probability"] * 2, palette)
    top = line + _LARGE / 2 + 20
    parts.append(f'<g transform="translate(0 {top:g})">{"".join(below.parts)}</g>')
    return Still(parts, max(x + MARGIN, below.width), top + below.height)


def alignment(drawn: Drawn, palette: Mapping[str, Any]) -> Still:
    """A sentence above its translation, joined by ribbons as wide as the weights."""
    source, target = ([word["text"] for word in drawn.header[side]] for side in ("source", "target"))
    weights = drawn.values.reshape(len(target), len(source)).astype(float)
    above, below = _centres(source), _centres(target)
    first, last = MARGIN + TYPE, MARGIN + 2 * TYPE + _BETWEEN
    parts = [
        _ribbon(_between((above[key], first + TYPE), (below[query], last - TYPE), upright=True), weight, palette)
        for (query, key), weight in np.ndenumerate(weights[: drawn.header["written"]])
        if weight >= _FAINT
    ]
    for words, places, y in ((source, above, first), (target, below, last)):
        parts += [text(word, x, y, palette["ink"], "middle") for word, x in zip(words, places, strict=True)]
    right = max(places[-1] + width_of(words[-1:]) / 2 for words, places in ((source, above), (target, below)))
    return Still(parts, right + MARGIN, last + TYPE + MARGIN)


def lines(drawn: Drawn, palette: Mapping[str, Any]) -> Still:
    """Queries at the left, keys at the right, and a line for each weight; the colour is the head's."""
    header = drawn.header
    tokens, keys = header["tokens"], header["looked_at"] or header["tokens"]
    heads = header["heads"]["drawn"] if header["heads"] else [0]
    patterns = drawn.values.reshape(len(heads), len(tokens), len(keys)).astype(float)
    left = MARGIN + width_of(tokens) + 8
    right, parts = left + 1.6 * _BETWEEN, []
    middle = [MARGIN + _LINE * (index + 0.5) for index in range(max(len(tokens), len(keys)))]
    for (index_of_head, query, key), weight in np.ndenumerate(patterns):
        if weight >= _FAINT:
            colour = palette["heads"][heads[index_of_head] % len(palette["heads"])] if len(heads) > 1 else None
            curve = _between((left, middle[query]), (right, middle[key]), upright=False)
            parts.append(_ribbon(curve, weight, palette, colour))
    parts += [text(word, left - 8, y, palette["ink"], "end") for word, y in zip(tokens, middle, strict=False)]
    parts += [text(word, right + 8, y, palette["ink"], "start") for word, y in zip(keys, middle, strict=False)]
    return Still(parts, right + 8 + width_of(keys) + MARGIN, 2 * MARGIN + _LINE * len(middle))


def _centres(words: Sequence[str]) -> list[float]:
    """Where the middles of words are that stand in a line."""
    centres, x = [], float(MARGIN)
    for word in words:
        width = width_of([word])
        centres.append(x + width / 2)
        x += width + _APART
    return centres


def _between(start: tuple[float, float], end: tuple[float, float], *, upright: bool) -> str:
    """A curve that leaves one place and comes to the other at right angles to their lines."""
    half = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    first, second = ((start[0], half[1]), (end[0], half[1])) if upright else ((half[0], start[1]), (half[0], end[1]))
    points = (*start, *first, *second, *end)
    return "M{:g} {:g}C{:g} {:g} {:g} {:g} {:g} {:g}".format(*points)


def _ribbon(curve: str, weight: float, palette: Mapping[str, Any], colour: str | None = None) -> str:
    ink = colour or rgb(mix(palette["sequential"], 0.35 + 0.5 * weight))
    look = f'stroke="{ink}" stroke-width="{max(1.0, _WIDEST * weight):.3g}" stroke-opacity="{0.35 + 0.5 * weight:.2f}"'
    return f'<path d="{curve}" fill="none" {look}/>'
