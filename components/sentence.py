"""A sentence that reads a picture aloud, where tokens typed by strangers stay plain text."""

from collections.abc import Sequence

from components.payload import mount, pack

_HTML = '<p class="says"></p>'


def sentence(pieces: Sequence[tuple[str, bool]], *, key: str, text: str = "") -> None:
    """Write the pieces one after another; those with True are strong."""
    mount("sentence", _HTML, key=key, data=pack({"pieces": [list(piece) for piece in pieces], "text": text}))
