"""A network over a sentence: words below, states above, arrows between them, and one way through it lit."""

from collections.abc import Sequence

import numpy as np

from headlight.pictures.board import Board, OnChoose
from headlight.pictures.headers import Paths

Node = tuple[int, int]  # (level, place): level 0 are the words


def paths(
    screen: Board,
    words: Sequence[str],
    *,
    levels: Sequence[str],
    edges: Sequence[tuple[Node, Node]],
    lit: Sequence[Node],
    shares: Sequence[float],
    notes: Sequence[str],
    alt: str,
    key: str,
    on_ends: OnChoose | None = None,
    low: bool = False,
) -> None:
    """Draw the network: `levels` names what stands above the words, `lit` are the nodes of the way, in order.

    `shares`, from 0 to 1, say how deep the colour of each word is; `notes` are a second line when it is pointed at.
    A click on a word makes it the start and a click on a state the end of the way: `on_ends` is called with
    [start, end]. Arrow keys go along the words; Enter is a new start. A `low` one shares a screen with others.
    """
    header: Paths = {
        "words": list(words),
        "levels": list(levels),
        "lit": list(lit),
        "shares": [float(share) for share in shares],
        "notes": list(notes),
        "alt": alt,
        "low": low,
    }
    ends = np.array(edges, dtype=np.uint8).reshape(-1, 4)
    screen.picture("paths", header, ends, key=key, on_choice=on_ends)
