"""A matrix as an SVG file that is drawn without a browser: cells in the colours of the app's light ground."""

import html
import math
import re
from collections.abc import Sequence

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.pictures.board import Drawn, hidden_of
from headlight.pictures.colours import palettes

_LEAST, _TYPE, _MARGIN, _LETTER = 46, 13, 14, 0.58  # pixels; a letter's mean width in its size
_GROUND = "#fbfaf6"


def svg(drawn: Drawn, says: str = "") -> str:
    """The picture of a matrix with its labels and numbers, and a sentence below it.

    Raises:
        ValueError: it is another picture, which the browser alone can draw.
    """
    if drawn.name != "matrix":
        raise ValueError(
            "Only a matrix can be written as SVG here. The page has a menu beside each picture that saves any."
        )
    header, palette = drawn.header, palettes()["light"]
    values = drawn.values.reshape(len(header["rows"]), len(header["columns"]))
    hatched = ~np.isfinite(values) | hidden_of(header["hidden"], values.shape)
    shares = _shares(header["scale"], np.where(hatched, 0, values), hatched, header["extent"], header["factor"])
    down, across = header["rows"], header["columns"]
    if header["transposed"]:
        values, hatched, shares, down, across = values.T, hatched.T, shares.T, across, down
    numbers = [
        [_number(value, header["decimals"], closed) for value, closed in zip(*row, strict=True)]
        for row in zip(values.tolist(), hatched.tolist(), strict=True)
    ]
    cell = max(_LEAST, _width_of([number for row in numbers for number in row]) + 8)
    left = _MARGIN + _width_of(down) + 8
    reach = _width_of(across)
    slanted = 0.75 * reach if reach > cell - 4 else 0  # how high and how far out names aslant reach
    top = _MARGIN + slanted + _TYPE + 8
    width = max(left + cell * len(across) + slanted, _MARGIN + _width_of([says])) + _MARGIN
    height = top + cell * len(down) + _MARGIN + (2 * _TYPE if says else 0)
    scale = palette["diverging" if header["scale"] == "diverging" else "sequential"]
    parts = []
    for row, label in enumerate(down):
        y = top + cell * row
        parts.append(_text(label, left - 8, y + cell / 2, palette["soft"], "end"))
        for column in range(len(across)):
            x, closed, colour = left + cell * column, hatched[row, column], _mix(scale, shares[row, column])
            fill = "url(#hidden)" if closed else f"rgb({','.join(map(str, colour))})"
            ink = palette["soft"] if closed else _ink_on(colour)
            place = f'x="{x + 1:g}" y="{y + 1:g}" width="{cell - 2:g}" height="{cell - 2:g}"'
            parts.append(f'<rect {place} rx="3" fill="{fill}"/>')
            parts.append(_text(numbers[row][column], x + cell / 2, y + cell / 2, ink, "middle"))
    for column, label in enumerate(across):
        x, y = left + cell * (column + 0.5), top - 8
        aslant = ("start", f"rotate(-45 {x:g} {y:g})") if slanted else ("middle",)
        parts.append(_text(label, x, y, palette["soft"], *aslant))
    if says:
        parts.append(_text(says, _MARGIN, height - _MARGIN, palette["ink"], "start"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" font-size="{_TYPE}" '
        f'font-family="system-ui, sans-serif" role="img"><title>{_escaped(header["alt"])}</title>'
        f'<defs><pattern id="hidden" width="6" height="6" patternUnits="userSpaceOnUse"><path d="M0 6 6 0" '
        f'stroke="{palette["line"]}" stroke-width="1.2"/></pattern></defs>'
        f'<rect width="100%" height="100%" fill="{_GROUND}"/>{"".join(parts)}</svg>\n'
    )


def _shares(
    scale: str, values: Float[Array, "row column"], hatched: np.ndarray, extent: float, factor: float
) -> Float[Array, "row column"]:
    """Where each value stands on its scale, from 0 to 1, as `matrix` says."""
    if scale == "scores":
        scores = np.where(hatched, -np.inf, factor * values)
        largest = scores.max(axis=1, keepdims=True)
        return np.exp((scores - np.where(np.isfinite(largest), largest, 0)) / 2)
    return values / extent if scale == "sequential" else 0.5 - values / (2 * extent)


def _mix(scale: Sequence[Sequence[int]], share: float) -> list[int]:
    """The colour at `share` of a scale of three."""
    at = 2 * min(1.0, max(0.0, float(share)))
    first = 0 if at < 1 else 1
    return [round(low + (high - low) * (at - first)) for low, high in zip(scale[first], scale[first + 1], strict=True)]


def _ink_on(colour: Sequence[int]) -> str:
    """Dark or white, whichever contrasts more (WCAG 2.2, relative luminance)."""
    light = [((each / 255 + 0.055) / 1.055) ** 2.4 if each > 10 else each / 3295 for each in colour]
    return "#1c1e26" if 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2] > 0.207 else "#ffffff"


def _number(value: float, decimals: int, hatched: bool) -> str:
    if math.isnan(value):
        return ""
    if hatched and value == 0:
        return "0"
    return "−∞" if value == -math.inf else f"{value:.{decimals}f}".replace("-", "−")


def _width_of(texts: Sequence[str]) -> float:
    return _LETTER * _TYPE * max(map(len, texts), default=0)


def _text(words: str, x: float, y: float, ink: str, anchor: str, turned: str = "") -> str:
    turn = f' transform="{turned}"' if turned else ""
    place = f'x="{x:g}" y="{y:g}" fill="{ink}" text-anchor="{anchor}" dominant-baseline="central"'
    return f"<text {place}{turn}>{_escaped(words)}</text>"


def _escaped(words: str) -> str:
    """Without the characters that XML cannot hold."""
    return html.escape(re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]", "�", words))
