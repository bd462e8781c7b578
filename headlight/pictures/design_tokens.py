"""The design tokens: the colours of both grounds, the sizes of type and the weights, as design_tokens.json has them.

Python reads the file, the message of each board takes the colours to the scripts, and the styles take them from
`browser/shared/design_tokens.css`, which `python -m headlight.pictures.token_styles` writes from it.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

TOKENS = Path(__file__).parent / "design_tokens.json"
STYLE = Path(__file__).parent / "browser" / "shared" / "design_tokens.css"
GROUNDS = ("light", "dark")
_COLOUR = re.compile("#[0-9a-f]{6}")
_SCALES = ("sequential", "diverging")
COLOURS = (
    *("ground", "raised", "sunken", "ink", "soft", "line", "off", "accent", "on_accent", "chip", "track", "before"),
    *("attention", "probability", "loss", "positive", "negative", "query", "key", "value"),
)
_DIMENSIONS = ("position", "d_model", "d_head", "vocab")


class ColoursError(Exception):
    """There are no colours to draw with. The message is for anybody; its note says what is wrong with the file."""

    def __init__(self, reason: str) -> None:
        super().__init__(
            "No picture can be drawn: the file design_tokens.json, which has their colours, is missing or damaged."
        )
        self.add_note(f"{TOKENS}: {reason}. Restore it with 'git checkout -- headlight/pictures/design_tokens.json'.")


@cache
def palettes() -> dict[str, Any]:
    """The colours by ground, "light" and "dark".

    Raises:
        ColoursError: if the file is missing, or lacks a colour.
    """
    try:
        whole = json.loads(TOKENS.read_text("utf-8"))
        grounds = {ground: whole[ground] for ground in GROUNDS}
        for colours in grounds.values():
            _check(colours)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ColoursError(f"{type(error).__name__}: {error}") from error
    return grounds


def _check(colours: dict[str, Any]) -> None:
    required = [colours[name] for name in COLOURS] + [colours["dimensions"][name] for name in _DIMENSIONS]
    required += colours["heads"] or [""]
    required += colours["sentences"][:2] if len(colours["sentences"]) == 2 else [""]
    if not all(_COLOUR.fullmatch(colour) for colour in required):
        raise ValueError("a colour is not written as #rrggbb")
    stops = [stop for scale in _SCALES for stop in colours[scale]]
    if len(stops) != 3 * len(_SCALES) or not all(len(stop) == 3 and set(stop) <= set(range(256)) for stop in stops):
        raise ValueError("a scale is not three times red, green and blue from 0 to 255")
