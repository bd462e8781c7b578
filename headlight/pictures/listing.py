"""Lines of code, as they would be typed, where strangers may have typed some of it."""

from collections.abc import Sequence

from headlight.pictures.board import Board
from headlight.pictures.headers import Listing


def listing(screen: Board, lines: Sequence[str], *, key: str) -> None:
    """Write the lines one below the other; those that are too long go on in the next."""
    header: Listing = {"lines": list(lines)}
    screen.picture("listing", header, key=key)
