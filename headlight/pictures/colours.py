"""The colours of every picture, on light and on dark ground, as headlight/pictures/palette.json has them."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

PALETTE = Path(__file__).parent / "palette.json"
_SCALES, _COLOURS = ("sequential", "diverging"), ("ink", "soft", "line", "accent", "chip")
_DIMENSIONS = ("position", "d_model", "d_head", "vocab")


class ColoursError(Exception):
    """There are no colours to draw with. The message is for anybody; its note says what is wrong with the file."""

    def __init__(self, reason: str) -> None:
        super().__init__(
            "No picture can be drawn just now: the file palette.json, which has their colours, is missing or damaged."
        )
        self.add_note(f"{PALETTE}: {reason}. Restore it with 'git checkout -- headlight/pictures/palette.json'.")


@cache
def palettes() -> dict[str, Any]:
    """The colours by ground, "light" and "dark".

    Raises:
        ColoursError: if the file is missing, or lacks a colour.
    """
    try:
        found = json.loads(PALETTE.read_text("utf-8"))
        for ground in ("light", "dark"):
            _check(found[ground])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ColoursError(f"{type(error).__name__}: {error}") from error
    return found


def _check(colours: dict[str, Any]) -> None:
    named = [colours[name] for name in _COLOURS] + [colours["dimensions"][name] for name in _DIMENSIONS]
    named += colours["heads"] or [""]
    if not all(re.fullmatch("#[0-9a-f]{6}", each) for each in named):
        raise ValueError("a colour is not written as #rrggbb")
    stops = [stop for scale in _SCALES for stop in colours[scale]]
    if len(stops) != 3 * len(_SCALES) or not all(len(stop) == 3 and set(stop) <= set(range(256)) for stop in stops):
        raise ValueError("a scale is not three times red, green and blue from 0 to 255")
