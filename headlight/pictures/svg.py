"""A picture as an SVG file that is drawn without a browser, in the colours of the app's light ground."""

from headlight.pictures.design_tokens import palettes
from headlight.pictures.picture import Drawn
from headlight.pictures.svg_parts import MARGIN, TYPE, escaped, text, width_of


def svg(drawn: Drawn, says: str = "") -> str:
    """The picture with its labels and numbers, and a sentence below it.

    Raises:
        ValueError: it is a picture that the browser alone can draw.
    """
    draw = drawn.picture.draw_still
    if draw is None:
        raise ValueError(
            f"A picture of {drawn.name.replace('_', ' ')} cannot be written as SVG here. The page has a menu beside "
            "each picture that saves any as PNG."
        )
    palette = palettes()["light"]
    parts, width, height = draw(drawn, palette)
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
