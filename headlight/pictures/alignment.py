"""A sentence above its translation, joined by ribbons: how each word of the translation shares out its attention."""

from collections.abc import Collection, Sequence

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.pictures.board import Board, OnChoose
from headlight.pictures.headers import Alignment, Says, Symbol


def alignment(
    screen: Board,
    weights: Float[Array, "target source"],
    *,
    source: Sequence[str],
    target: Sequence[str],
    alt: str,
    key: str,
    marks: bool = True,
    joined_source: Collection[int] = (),
    joined_target: Collection[int] = (),
    translation: str = "",
    says: Says = (),
    written: int | None = None,
    on_target: OnChoose | None = None,
) -> None:
    """Draw the source above the target where both fit in a line, else beside each other in two columns.

    From each target word runs a ribbon to each source word, as wide and as deep as the weight between them. A word
    under the pointer, tapped, or reached with Tab and the arrow keys lights the words of the other side, with their
    weights; Escape lets go. With `marks` the last word of each side stands for the end of the sentence and is drawn
    small. Places in `joined_source` and `joined_target` go on with the word before them. `translation` is written as
    running text above the two columns; `says` is a sentence under the picture while no word is chosen. Of a translation
    that is on its way so many words are `written`: the last of them is lit, and those after it are pale and have no
    ribbons. With `on_target` a word of the target can be chosen: it is called with the word's place.
    """
    header: Alignment = {
        "source": _words(source, joined_source, marks),
        "target": _words(target, joined_target, marks),
        "translation": translation,
        "says": list(says),
        "written": written,
        "alt": alt,
    }
    screen.picture("alignment", header, weights.astype(np.float32), key=key, on_choice=on_target)


def _words(texts: Sequence[str], joined: Collection[int], marks: bool) -> list[Symbol]:
    last = len(texts) - 1
    return [
        {"text": text, "joined": index in joined, "mark": marks and index == last} for index, text in enumerate(texts)
    ]
