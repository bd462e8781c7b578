"""The longest end of a text that the model has read in training, and whether a look-up could have answered."""

from typing import Any

import numpy as np

from headlight.parts import vocabulary
from headlight.parts.words import Says, said
from headlight.pictures.decimals import percent
from headlight.reading import reader
from headlight.reading.cache import cached
from headlight.reading.reader import CannotShow, Model
from transformer.bundled.read_end import ReadEnd, read_end


def load() -> None:
    """Unpack the training text and order its places, so that no visitor waits for it."""
    read(reader.bundled(), ())


@cached(most=32)
def read(model: Model, ids: tuple[int, ...]) -> ReadEnd:
    """Look the end up, or say why nobody can."""
    try:
        return read_end(model, ids)
    except ValueError as error:
        raise CannotShow(str(error)) from error


def verdict(model: Model, read: ReadEnd, chances: np.ndarray) -> Says:
    """Say whether a look-up could have given what the model says."""
    best = int(chances.argmax())
    known = dict(read.ids).get(best, 0)
    told: dict[str, Any] = {
        "end": read.end,
        "times": times(read.times),
        "word": vocabulary.shown(model, best),
        "chance": percent(float(chances[best])),
    }
    if not read.length:
        return said("The training text has no such token. The model says “**{word}**”, **{chance}**.", **told)
    if not known:
        return said(
            "“**{end}**” was read **{times}** and never went on with “{word}”. The model says “**{word}**”, "
            "**{chance}**: it does not look that up.",
            **told,
        )
    if known == max(times for _, times in read.ids):
        return said(
            "“**{end}**” was read **{times}** and went on with “{word}” most often, {known}. The model says "
            "“**{word}**”, **{chance}**: a table would say so too.",
            known=times(known),
            **told,
        )
    return said(
        "“**{end}**” was read **{times}** and went on with “{word}” {known}. The model says “**{word}**”, "
        "**{chance}**; a table would say “{other}”.",
        known=times(known),
        other=vocabulary.shown(model, read.ids[0][0]),
        **told,
    )


def times(count: int) -> str:
    """Say how often."""
    return {1: "once", 2: "twice"}.get(count, f"{count:,} times")
