"""A sentence above its translation, joined by ribbons: how each word of the translation shares out its attention."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypedDict

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.pictures import tables
from headlight.pictures.picture import Drawn, OnChoose, Piece, Says, Still, picture
from headlight.pictures.svg_parts import MARGIN, TYPE, text, width_of
from headlight.pictures.svg_ribbons import BETWEEN, FAINT, between, centres, ribbon


class Symbol(TypedDict):
    """A word of `Alignment`: whether it goes on with the one before it, and whether it stands for the end."""

    text: str
    joined: bool
    mark: bool


class Alignment(TypedDict):
    """See `alignment`; `written` is None for a translation that is whole, `chosen` where no word is."""

    source: list[Symbol]
    target: list[Symbol]
    translation: str
    says: list[Piece]
    written: int | None
    drags: bool
    chosen: int | None
    alt: str


@picture
def alignment(
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
    drags: bool = False,
    chosen: int | None = None,
    on_target: OnChoose | None = None,
) -> Drawn[Alignment]:
    """Draw the source above the target where both fit in a line, else beside each other in two columns.

    From each target word runs a ribbon to each source word, as wide and as deep as the weight between them. A word
    under the pointer, tapped, or reached with Tab and the arrow keys lights the words of the other side, with their
    weights; Escape lets go. With `marks` the last word of each side stands for the end of the sentence and is drawn
    small. Places in `joined_source` and `joined_target` go on with the word before them. `translation` is written as
    running text above the two columns; `says` is a sentence under the picture while no word is chosen. Of a translation
    that is on its way so many words are `written`: the last of them is lit, and those after it are pale and have no
    ribbons. With `on_target` a word of the target can be chosen: it is called with the word's place. One that `drags`
    is of two sentences of one language with equally many words: a word of the source is dragged onto the other
    sentence, to its own place there, or chosen; the one that was `chosen` is lit.
    """
    header: Alignment = {
        "source": _words(source, joined_source, marks),
        "target": _words(target, joined_target, marks),
        "translation": translation,
        "says": list(says),
        "written": written,
        "drags": drags,
        "chosen": chosen,
        "alt": alt,
    }
    corner = "share restored" if drags else tables.ATTENDING[0]
    table = tables.of([corner, tables.field("source.*.text")], [tables.field("target.*.text")])
    return Drawn(header, weights.astype(np.float32), table, key=key, on_choice=on_target)


def _words(texts: Sequence[str], joined: Collection[int], marks: bool) -> list[Symbol]:
    last = len(texts) - 1
    return [
        {"text": text, "joined": index in joined, "mark": marks and index == last} for index, text in enumerate(texts)
    ]


@alignment.still
def still(drawn: Drawn[Alignment], palette: Mapping[str, Any]) -> Still:
    """A sentence above its translation, joined by ribbons as wide as the weights."""
    source, target = ([word["text"] for word in drawn.header[side]] for side in ("source", "target"))
    weights = drawn.values.reshape(len(target), len(source)).astype(float)
    above, below = centres(source), centres(target)
    first, last = MARGIN + TYPE, MARGIN + 2 * TYPE + BETWEEN
    parts = [
        ribbon(between((above[key], first + TYPE), (below[query], last - TYPE), upright=True), weight, palette)
        for (query, key), weight in np.ndenumerate(weights[: drawn.header["written"]])
        if weight >= FAINT
    ]
    for words, places, y in ((source, above, first), (target, below, last)):
        parts += [text(word, x, y, palette["ink"], "middle") for word, x in zip(words, places, strict=True)]
    right = max(places[-1] + width_of(words[-1:]) / 2 for words, places in ((source, above), (target, below)))
    return Still(parts, right + MARGIN, last + TYPE + MARGIN)
