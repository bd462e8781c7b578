"""A picture as a small still of 48 x 48 pixels, from its own numbers: markup of an SVG, in the colours of its page.

Its classes are those of `browser/components/links.css`: `line` is drawn and not filled, `was` is dashed, `off` is the
other hue.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.pictures.alignment import alignment
from headlight.pictures.bars import bars
from headlight.pictures.curves import curves
from headlight.pictures.head_grid import head_grid, numbers
from headlight.pictures.looks import looks
from headlight.pictures.matrix import matrix
from headlight.pictures.merge_tree import merge_tree
from headlight.pictures.picture import Drawn, Picture
from headlight.pictures.shuffles import shuffles

_SIDE = 48  # pixels
_BARS, _CELLS, _RIBBONS = 4, 8, 7  # that are drawn at most: the first ones, of a matrix the last ones
_OFF = ' class="off"'
_FAINT = 0.08  # a cell or a ribbon with less is not seen
_STRONG = 0.4  # where there are many heads, a weight with less is not seen


def thumbnail(drawn: Drawn[Any]) -> str:
    """Return what stands inside the SVG.

    Raises:
        ValueError: no small still is drawn of such a picture.
    """
    if draw := _STILLS.get(drawn.picture):
        return draw(drawn, drawn.header, drawn.values)
    raise ValueError(f"No small still is drawn of a picture of {drawn.name}. Choose another picture.")


def of_curves(lines: Float[Array, "line x"]) -> str:
    """Return curves from the left to the right; the first row is their x, and what is missing is left out."""
    x, ys = lines[0], lines[1:]
    least, most = float(np.nanmin(ys)), float(np.nanmax(ys))
    across, down = (x - x[0]) / (x[-1] - x[0] or 1) * _SIDE, (most - ys) / (most - least or 1) * (_SIDE - 4) + 2
    return "".join(
        f'<path class="line{" off" if number else ""}" stroke-width="3" d="M{_points(across, line)}"/>'
        for number, line in enumerate(down)
    )


def _points(x: np.ndarray, y: np.ndarray) -> str:
    return "L".join(f"{one:.0f} {other:.0f}" for one, other in zip(x, y, strict=True) if np.isfinite(other))


def _bars(bars: Sequence[dict], scale: float | None) -> str:
    every = [abs(bar[name]) for bar in bars for name in ("value", "before") if bar[name] is not None]
    full, height = scale or max(every, default=1) or 1, _SIDE / len(bars)
    parts = []
    for number, bar in enumerate(bars):
        box = f'x="1" y="{number * height + 1:.0f}" height="{height - 3:.0f}"'
        parts.append(f'<rect {box} width="{max(1, (_SIDE - 2) * abs(bar["value"]) / full):.0f}"/>')
        if bar["before"] is not None:
            parts.append(f'<rect class="was" {box} width="{max(1, (_SIDE - 2) * abs(bar["before"]) / full):.0f}"/>')
    return "".join(parts)


def _cells(values: Float[Array, "row column"], extent: float) -> str:
    shares = np.nan_to_num(values[-_CELLS:, -_CELLS:].astype(float), posinf=0, neginf=0) / extent
    wide, high = (_SIDE // count for count in shares.shape[::-1])
    paths = dict[tuple[bool, float], str]()
    for (row, column), share in np.ndenumerate(shares):
        if abs(share) >= _FAINT:
            alike = bool(share < 0), round(min(1, abs(share)), 1)  # cells of one look are one path
            paths.setdefault(alike, "")
            paths[alike] += f"M{column * wide} {row * high}h{wide - 1}v{high - 1}h{1 - wide}z"
    return "".join(
        f'<path{_OFF if below else ""} opacity="{share}" d="{path}"/>' for (below, share), path in paths.items()
    )


def _blocks(blocks: Sequence[Mapping[str, Any]]) -> str:
    across, down = (_SIDE / (1 + max(block[name] for block in blocks)) for name in ("last", "row"))
    return "".join(
        f'<rect{"" if block["token"] else _OFF} x="{block["first"] * across:.1f}" y="{block["row"] * down:.1f}" '
        f'width="{(block["last"] + 1 - block["first"]) * across - 1:.1f}" height="{down - 1.5:.1f}"/>'
        for block in blocks
    )


def _grid(heads: Float[Array, "layer query head key"]) -> str:
    layers, _, across, _ = heads.shape
    step = _SIDE / max(layers, across)
    unit = (step - 1) / heads.shape[1]
    path = "".join(
        f"M{head * step + key * unit:.1f} {layer * step + query * unit:.1f}h{unit:.1f}v{unit:.1f}h-{unit:.1f}z"
        for layer, query, head, key in np.argwhere(heads > _STRONG).tolist()
    )
    return f'<path d="{path}"/>'


def _ribbons(weights: Float[Array, "target source"]) -> str:
    weights = weights[:_RIBBONS]
    above, below = (np.linspace(2, _SIDE - 2, count) for count in weights.shape[::-1])
    return "".join(
        f'<path class="line" stroke-width="{1 + 2 * weight:.1f}" opacity="{min(1, weight):.1f}" '
        f'd="M{above[source]:.0f} 2C{above[source]:.0f} 24 {below[target]:.0f} 24 {below[target]:.0f} 46"/>'
        for (target, source), weight in np.ndenumerate(weights)
        if weight >= _FAINT
    )


def _arrows(changes: Float[Array, " word"], order: Sequence[int]) -> str:
    places = np.zeros((len(order), len(order)))  # [new, old]
    places[np.arange(len(order)), order] = changes[list(order)] / (changes.max() or 1)
    return _ribbons(places)


def _arcs(weights: Float[Array, " word"], chosen: int) -> str:
    places = np.linspace(3, _SIDE - 3, len(weights))
    arcs = "".join(
        f'<path class="line" stroke-width="{1 + 4 * weight:.1f}" '
        f'd="M{places[chosen]:.0f} 40Q{(places[chosen] + x) / 2:.0f} '
        f'{40 - 0.9 * abs(places[chosen] - x):.0f} {x:.0f} 40"/>'
        for weight, x in zip(weights, places, strict=True)
        if weight >= _FAINT and x != places[chosen]
    )
    return arcs + "".join(f'<circle cx="{x:.0f}" cy="43" r="2"/>' for x in places)


def _strongest(names: Sequence[str], changes: np.ndarray, order: Sequence[int]) -> str:
    each = changes.reshape(len(names), -1)
    return _arrows(each[each.max(axis=1).argmax()], order)


def _of_word(values: np.ndarray, word: int, words: int) -> str:
    return _arcs(values[word * words : (word + 1) * words], word)


_STILLS: Mapping[Picture, Callable[[Drawn[Any], Mapping[str, Any], np.ndarray], str]] = {
    bars: lambda drawn, header, values: _bars(header["bars"][:_BARS], header["scale"]),
    matrix: lambda drawn, header, values: _cells(values.reshape(len(header["rows"]), -1), header["extent"]),
    alignment: lambda drawn, header, values: _ribbons(values.reshape(len(header["target"]), -1)),
    shuffles: lambda drawn, header, values: _strongest(header["names"], values, header["order"]),
    curves: lambda drawn, header, values: of_curves(values.reshape(1 + len(header["names"]), -1)),
    merge_tree: lambda drawn, header, values: _blocks(header["blocks"]),
    head_grid: lambda drawn, header, values: _grid(numbers(drawn).swapaxes(1, 2)),
    looks: lambda drawn, header, values: _of_word(values, header["chosen"], len(header["words"])),
}
