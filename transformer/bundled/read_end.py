"""The longest end of a text that a model has read in training, and what followed it there.

A table of such ends is what attention is not: it knows nothing of a sentence that nobody wrote before.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from transformer.bundled.load import LanguageModel
from transformer.bundled.training_text import TrainingText, training_text
from transformer.tokenizer import Tokenizer

_PLACES, _WORDS = 5, 8  # places that are shown, and the words at each side of one


class Place(NamedTuple):
    """One place of the training text: up to eight words before the end that was read, and after it, spaces included."""

    before: str
    after: str
    source: str  # "tinystories"


class ReadEnd(NamedTuple):
    """The longest end of a text that stands in the training text; of the empty one nothing does."""

    end: str
    length: int  # in tokens
    times: int
    followed: tuple[tuple[str, int], ...]  # the tokens that came after it and how often, the most frequent first
    ids: tuple[tuple[int, int], ...]  # the same by their ids
    places: tuple[Place, ...]

    def __repr__(self) -> str:
        after = ", ".join(f"{token.strip() or token!r} {times}" for token, times in self.followed[:3])
        return f"<read {self.times} times: {self.end!r}, then {after or 'nothing'}>"


def read_end(model: object, ids: Sequence[int]) -> ReadEnd:
    """Look up the longest end of a text that the model was trained on.

    Args:
        model: a bundled language model.
        ids: the tokens of the text.

    Returns:
        The end, how often it was read, what followed it, and places where it stands, from one end of the training text
        to the other.

    Raises:
        ValueError: if the text that the model was trained on is not beside it.
    """
    text, tokenizer = _read_by(model)
    places, length = text.ends_with(ids)
    ids_after = tuple((id, times) for id, times in text.followed(places).items() if id != text.end_id)
    few = np.sort(places)[np.linspace(0, len(places) - 1, min(_PLACES, len(places))).astype(int)]
    return ReadEnd(
        tokenizer.decode(list(ids[len(ids) - length :])),
        length,
        len(places),
        tuple((tokenizer.text_of(id), times) for id, times in ids_after),
        ids_after,
        tuple(_place(text, tokenizer, int(place), length) for place in few),
    )


def times_read(model: object, text: str) -> int:
    """Count how often a text stands in what the model was trained on. ValueError as by `read_end`."""
    read, tokenizer = _read_by(model)
    places, length = read.ends_with(ids := tokenizer.ids(text))
    return len(places) if length == len(ids) else 0


def _read_by(model: object) -> tuple[TrainingText, Tokenizer]:
    if isinstance(model, LanguageModel) and (text := training_text(model.name, model.tokenizer.end_id)):
        return text, model.tokenizer
    name = getattr(model, "name", "this model")
    raise ValueError(f"Nobody can say what {name} has read: the text that it was trained on is not here.")


def _place(text: TrainingText, tokenizer: Tokenizer, place: int, length: int) -> Place:
    before, after = text.around(place, length)
    end = text.tokens[place - length + 1 : place + 1].tolist()
    whole, until = tokenizer.decode([*before, *end, *after]), tokenizer.decode([*before, *end])
    earlier, later = until.removesuffix(tokenizer.decode(end).lstrip()), whole.removeprefix(until)
    words = " ".join(earlier.split()[-_WORDS:]), " ".join(later.split()[:_WORDS])
    return Place(words[0] + " " * earlier.endswith(" "), " " * later.startswith(" ") + words[1], text.source(place))
