"""A picture as an SVG file that is drawn without a browser, in the colours of the app's light ground."""

from collections.abc import Callable, Mapping
from typing import Any

from headlight.pictures import svg_cells, svg_ribbons
from headlight.pictures.board import Drawn
from headlight.pictures.design_tokens import palettes
from headlight.pictures.svg_parts import MARGIN, TYPE, Still, escaped, text, width_of

_STILLS: Mapping[str, Callable[[Drawn, Mapping[str, Any]], Still]] = {
    "matrix": svg_cells.matrix,
    "head_grid": svg_cells.head_grid,
    "layer_heads": svg_cells.layer_heads,
    "bars": svg_ribbons.bars,
    "looks": svg_ribbons.looks,
    "film": svg_ribbons.looks,
    "alignment": svg_ribbons.alignment,
    "lines": svg_ribbons.lines,
}


def has_still(drawn: Drawn) -> bool:
    """Whether `svg` can draw a picture."""
    return drawn.name in _STILLS


def svg(drawn: Drawn, says: str = "") -> str:
    """The picture with its labels and numbers, and a sentence below it.

    Raises:
        ValueError: it is a picture that the browser alone can draw.
    """
    if not has_still(drawn):
        raise ValueError(
            f"A picture of {drawn.name.replace('_', ' ')} cannot be written as SVG here. The page has a menu beside "
            "each picture that saves any as PNG."
        )
    palette = palettes()["light"]
    parts, width, height = _STILLS[drawn.name](drawn, palette)
    if says:
        width, height = max(width, 2 * MARGIN + width_of([says])), height + 2 * TYPE
        parts = [*parts, text(says, MARGIN, height - MARGIN, palette["ink"], "start")]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" font-size="{TYPE}" '
        f'font-family="system-ui, sans-serif" role="img"><title>{escaped(drawn.header["alt"])}</title>'
        f'<defs><pattern id="hidden" width="6" height="6" patternUnits="userSpaceOnUse"><path d="M0 6 6 0" '
        f'stroke="{palette["line"]}" stroke-width="1.2"/></pattern></defs>'
        f'<rect width="100%" height="100%" fill="{palette["ground"]}"/>{"".join(parts)}</svg>\n'
    )
