"""What was drawn on a board outside of any page, and sentences in pieces as one."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from headlight.pictures import Board
from tests.pictures.caught import Caught


def drawn(board: Board, key: str) -> tuple[dict[str, Any], np.ndarray]:
    """The header and the numbers of the board's picture of this key."""
    whole = Caught(board.message())
    item = next(item for item in whole.items if item.get("key") == key)
    return item["header"], whole.of(item)


def plain(pieces: Iterable[tuple[str, bool]]) -> str:
    """A sentence in pieces as it is read."""
    return "".join(piece for piece, _ in pieces)
