"""The words of a text as written and shuffled, for each of several models, with arrows as deep as what changes."""

from collections.abc import Sequence
from typing import TypedDict

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.pictures import tables
from headlight.pictures.picture import Drawn, picture


class Shuffles(TypedDict):
    """See `shuffles`; `order` are the old places in their new order."""

    names: list[str]
    notes: list[str]
    words: list[str]
    order: list[int]
    extent: float
    alt: str


@picture
def shuffles(
    changes: Float[Array, "model word"],
    *,
    names: Sequence[str],
    notes: Sequence[str],
    words: Sequence[str],
    order: Sequence[int],
    extent: float,
    alt: str,
    key: str,
) -> Drawn[Shuffles]:
    """Draw for each model the words as written, below them shuffled, with an arrow from each old place to the new one.

    `names` are those of the models, `notes` stand behind them where there is room. `order` are the old places of the
    words in their new order. An arrow is as deep as the change of its word is large, palest at 0 and deepest at
    `extent`. Arrow keys go along the words as written, and from model to model.
    """
    header: Shuffles = {
        "names": list(names),
        "notes": list(notes),
        "words": list(words),
        "order": list(order),
        "extent": extent,
        "alt": alt,
    }
    table = tables.of(
        ["model", "position", "new position", "word", "change"],
        [tables.field("names")],
        [tables.count(len(words)), [*map(list(order).index, range(len(words)))], tables.field("words")],
        labels=4,
    )
    return Drawn(header, changes.astype(np.float32), table, key=key)
