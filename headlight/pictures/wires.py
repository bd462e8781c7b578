"""Wires from the words through the layers to an answer: each as thick as what it brings, and each can be cut."""

from collections.abc import Sequence
from typing import NamedTuple, TypedDict

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.pictures import tables
from headlight.pictures.picture import Door, Drawn, OnChoose, Piece, Says, picture


class Wires(TypedDict):
    """See `wires`; a wire is [layer, head, word, cut]."""

    words: list[str]
    layers: int
    answer: str
    wires: list[tuple[int, int, int, bool]]
    alt: str
    says: list[Piece]


class Wire(NamedTuple):
    """A contribution of a head of a layer, both from 0, from one word."""

    layer: int
    head: int
    word: int
    cut: bool


@picture
def wires(
    drawn: Sequence[Wire],
    shares: Float[Array, " wire"],
    *,
    words: Sequence[str],
    n_layers: int,
    answer: str,
    alt: str,
    key: str,
    says: Says = (),
    on_wire: OnChoose | None = None,
    shows: Door | None = None,
) -> Drawn[Wires]:
    """Draw the wires: words across, layers up, the answer at the top right, where all of them end.

    Above 0 a share speaks for the answer.
    A click cuts a wire or mends it, and so does Enter on the one that the arrow keys lead to: `on_wire` is called with
    its place. `shows` is where the shares open.
    """
    header: Wires = {
        "words": list(words),
        "layers": n_layers,
        "answer": answer,
        "wires": [(wire.layer, wire.head, wire.word, wire.cut) for wire in drawn],
        "alt": alt,
        "says": list(says),
    }
    table = tables.of(
        ["layer", "head", "position", "word", "share", "cut"],
        [
            [wire.layer + 1 for wire in drawn],
            [wire.head + 1 for wire in drawn],
            [wire.word for wire in drawn],
            [words[wire.word] for wire in drawn],
            shares.astype(np.float32).tolist(),
            ["cut" if wire.cut else "" for wire in drawn],
        ],
        labels=4,
    )
    return Drawn(header, shares.astype(np.float32), table, key=key, on_choice=on_wire, doors=[shows])
