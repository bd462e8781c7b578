"""A network over a sentence: words below, states above, arrows between them, and one way through it lit."""

from collections.abc import Sequence
from typing import TypedDict

import numpy as np

from headlight.pictures import tables
from headlight.pictures.picture import Drawn, OnChoose, picture


class Paths(TypedDict):
    """See `paths`; a node is [level, place]."""

    words: list[str]
    levels: list[str]
    lit: list[tuple[int, int]]
    shares: list[float]
    notes: list[str]
    alt: str
    low: bool


Node = tuple[int, int]  # (level, place): level 0 are the words


@picture
def paths(
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
) -> Drawn[Paths]:
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
    table = tables.of(
        ["position", "word", "share"],
        [tables.count(len(words)), tables.field("words"), tables.field("shares")],
        labels=2,
    )
    return Drawn(header, ends, table, key=key, on_choice=on_ends)
