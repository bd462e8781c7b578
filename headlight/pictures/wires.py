"""Wires from the words through the layers to an answer: each as thick as what it brings, and each can be cut."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from headlight.pictures.board import OnChoose, picture


class Wire(NamedTuple):
    """What a head of a layer, both from 0, brought from a word; above 0 it speaks for the answer."""

    layer: int
    head: int
    word: int
    share: float
    cut: bool


def wires(
    drawn: Sequence[Wire],
    *,
    words: Sequence[str],
    n_layers: int,
    answer: str,
    alt: str,
    key: str,
    says: Sequence[tuple[str, bool]] = (),
    on_wire: OnChoose | None = None,
    shown: np.ndarray | None = None,
) -> None:
    """Draw the wires: words across, layers up, the answer at the top right, where all of them end.

    A click cuts a wire or mends it, and so does Enter on the one that the arrow keys lead to: `on_wire` is called with
    its place. `shown` is the array of the shares, where they open.
    """
    header = {
        "words": list(words),
        "layers": n_layers,
        "answer": answer,
        "wires": [[wire.layer, wire.head, wire.word, wire.cut] for wire in drawn],
        "alt": alt,
        "says": [list(piece) for piece in says],
    }
    shares = np.array([wire.share for wire in drawn], np.float32)
    picture("wires", header, shares, key=key, on_choice=on_wire, shown=() if shown is None else [shown])
