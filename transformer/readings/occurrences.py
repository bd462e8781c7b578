"""A word where it stands in a text, and its vector there after each layer."""

import re
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int
from numpy import ndarray as Array

from transformer.ranking import largest
from transformer.similarity import unit
from transformer.trace import Trace

_WORD = re.compile(r"\w+(?:['’]\w+)*|[^\w\s]+")

_ENDINGS = ("s", "es", "ed", "ing", "er", "ers")


@dataclass(frozen=True)
class Occurrence:
    """One word of a traced text."""

    word: str  # as written
    places: tuple[int, ...]  # of its tokens
    ids: tuple[int, ...]  # rows of W_E


def occurrences(trace: Trace) -> list[Occurrence]:
    """Every word of the text that the model has read, in order: letters and digits, or signs between blanks."""
    found = []
    for match in _WORD.finditer(trace.text):
        places = tuple(
            place for place, token in enumerate(trace.tokens) if token.start < match.end() and token.end > match.start()
        )
        if places:
            found.append(Occurrence(match.group(), places, tuple(trace.tokens[place].id for place in places)))
    return found


def first(trace: Trace, word: str, *, forms: bool = False) -> Occurrence | None:
    """The first place of a word, capital letters or not; None if it does not occur.

    With `forms`, where the word itself does not occur, the first word that is it with an ending: bank, banking.
    """
    wanted = word.lower()
    written = occurrences(trace)
    same = next((found for found in written if found.word.lower() == wanted), None)
    if same or not forms:
        return same
    return next((found for found in written if found.word.lower() in {wanted + end for end in _ENDINGS}), None)


def stages(n_layers: int) -> list[str]:
    """The names of the rows of `path`."""
    return ["embedded", "+ pos.", *(f"layer {layer + 1}" for layer in range(n_layers))]


def path(trace: Trace, places: tuple[int, ...]) -> Float[Array, "stage d_model"]:
    """The mean vector of these places: embedded, with positions added, and after each layer."""
    rows = [trace.embedded, trace.layers[0].residual_in, *(layer.residual_out for layer in trace.layers)]
    return np.stack([row[list(places)].mean(axis=0) for row in rows])


def neighbours(
    units: Float[Array, "vocab d_model"], path: Float[Array, "stage d_model"], without: tuple[int, ...], count: int
) -> tuple[Int[Array, "stage count"], Float[Array, "stage count"]]:
    """The rows nearest to the vector of each stage by cosine, nearest first, and those cosines.

    `units` are rows of length one; those of the ids in `without`, the word's own, are left out.
    """
    near = unit(path) @ units.T
    near[:, list(without)] = -np.inf
    found = np.stack([largest(row, count) for row in near])
    return found, np.take_along_axis(near, found, axis=1)
