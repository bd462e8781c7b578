"""Bars of next words: a click on one adds that word to the sentence."""

from collections.abc import Collection, Sequence

import numpy as np

from headlight.frame import opening, vocabulary
from headlight.frame.address import SENTENCE
from headlight.frame.reader import Model
from headlight.pictures import Says, bars
from transformer import Trace
from transformer.writing import with_token

KEY = "next_word"  # of the picture


def likeliest(model: Model, trace: Trace, temperature: float = 1.0, *, count: int) -> None:
    """Draw the likeliest next tokens after a text, likeliest first."""
    ids, chances = vocabulary.likeliest_ids(trace, temperature, count=count)
    if temperature == 1:
        opening.mark(trace, chances, "probability", ids)
    draw(model, trace.text, ids, chances, key=KEY, alt="The likeliest next tokens.")


def draw(
    model: Model,
    text: str,
    ids: Sequence[int] | np.ndarray,
    chances: np.ndarray,
    *,
    key: str,
    alt: str,
    before: np.ndarray | None = None,
    faded: Collection[int] = (),
    says: Says = (),
) -> None:
    """Draw tokens that may follow a text with their probabilities, and what these were `before` a change."""
    bars(
        chances,
        labels=vocabulary.labels(model, ids),
        before=before,
        faded=faded,
        says=says,
        alt=alt,
        key=key,
        on_bar=lambda place: added(model, text, int(ids[place])),
    )


def added(model: Model, text: str, id: int) -> dict[str, str]:
    """The keys that adding a token to the sentence sets; the sentence stays as it is where it cannot be added."""
    return {"text": with_token(model, text, id, max_chars=SENTENCE).text}
