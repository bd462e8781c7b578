"""Words that are asked about, in large type and alone: nothing of what a model makes of them is drawn."""

from collections.abc import Sequence

import numpy as np

from headlight.pictures import Asked, Extras, OnChoose, Screen, Words

ALT = "The sentence. Its picture comes with the answer."


def words(
    screen: Screen,
    texts: Sequence[str],
    asked: Asked,
    *,
    alt: str = ALT,
    key: str = "asked",
    on_choice: OnChoose | None = None,
) -> None:
    """Draw words without a number of any model.

    `asked` says which of them the question is about, and which answer it: a click on one of these is a choice.
    """
    screen.looks(
        np.zeros((1, 1, len(texts), len(texts))),
        Words([(text, True) for text in texts], next(iter(asked.about), 0), (0, 0)),
        extras=Extras(low=True, awaits=True, edits=None, asked=asked),
        about="",
        alt=alt,
        key=key,
        on_choice=on_choice,
    )


def sentence(screen: Screen, text: str) -> None:
    """Draw a sentence of which all is still hidden."""
    words(screen, text.split(), Asked(()))
