"""Parts of every still SVG: its type, words, colours, and the size that it takes."""

import html
import re
from collections.abc import Sequence

from headlight.pictures.design_tokens import palettes

TYPE, MARGIN = 14, 14  # pixels
_LETTER = 0.58  # a letter's mean width in its size


def mix(scale: Sequence[Sequence[int]], share: float) -> list[int]:
    """The colour at `share` of a scale of three."""
    distance = 2 * min(1.0, max(0.0, float(share)))
    first = 0 if distance < 1 else 1
    return [
        round(low + (high - low) * (distance - first)) for low, high in zip(scale[first], scale[first + 1], strict=True)
    ]


def rgb(colour: Sequence[int]) -> str:
    """A colour as SVG writes it."""
    return f"rgb({','.join(map(str, colour))})"


def ink_on(colour: Sequence[int]) -> str:
    """Dark or white, whichever contrasts more (WCAG 2.2, relative luminance)."""
    light = palettes()["light"]
    linear = [((channel / 255 + 0.055) / 1.055) ** 2.4 if channel > 10 else channel / 3295 for channel in colour]
    return light["ink"] if 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] > 0.207 else light["on_accent"]


def width_of(texts: Sequence[str], size: float = TYPE) -> float:
    """About how wide the widest of these is, in pixels."""
    return _LETTER * size * max(map(len, texts), default=0)


def text(words: str, x: float, y: float, ink: str, anchor: str, turned: str = "", size: float = TYPE) -> str:
    """A line of words, centred at `y`."""
    turn = f' transform="{turned}"' if turned else ""
    font_size = f' font-size="{size:g}"' if size != TYPE else ""
    attributes = f'x="{x:g}" y="{y:g}" fill="{ink}" text-anchor="{anchor}" dominant-baseline="central"'
    return f"<text {attributes}{font_size}{turn}>{escaped(words)}</text>"


def escaped(words: str) -> str:
    """Without the characters that XML cannot hold."""
    return html.escape(re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]", "�", words))
