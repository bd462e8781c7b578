"""A word where it stands in a text, and its vector there after each layer."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int
from numpy import ndarray as Array

from transformer.ranking import largest
from transformer.similarity import cosines, unit
from transformer.trace import Trace
from transformer.words import FUNCTION_WORDS, RUN

_WORD = re.compile(rf"{RUN}(?:['’]{RUN})*|[^\w\s]+")

_ENDINGS = ("s", "es", "ed", "ing", "er", "ers")


@dataclass(frozen=True)
class Occurrence:
    """One word of a traced text."""

    word: str  # as written
    places: tuple[int, ...]  # of its tokens
    ids: tuple[int, ...]  # rows of W_E


def occurrences(trace: Trace) -> list[Occurrence]:
    """Every word of the text that the model has read, in order: letters and digits, or signs between blanks."""
    occurring = []
    for match in _WORD.finditer(trace.text):
        positions = tuple(
            position
            for position, token in enumerate(trace.tokens)
            if token.start < match.end() and token.end > match.start()
        )
        if positions:
            occurring.append(
                Occurrence(match.group(), positions, tuple(trace.tokens[position].id for position in positions))
            )
    return occurring


def first(trace: Trace, word: str, *, forms: bool = False) -> Occurrence | None:
    """The first occurrence of a word, capital letters or not; None if it does not occur.

    With `forms`, where the word itself does not occur, the first word that is it with an ending: bank, banking.
    """
    lower_case = word.lower()
    occurring = occurrences(trace)
    same = next((occurrence for occurrence in occurring if occurrence.word.lower() == lower_case), None)
    if same or not forms:
        return same
    return next(
        (occurrence for occurrence in occurring if occurrence.word.lower() in {lower_case + end for end in _ENDINGS}),
        None,
    )


def shared_word(traces: Sequence[Trace], wanted: str) -> str:
    """The word to compare in several texts: the wanted one if a text has it, else one of the first text.

    Of that text no function word, if it has another; the word that most others have too, and of these the rarest.
    """
    if wanted and any(first(trace, wanted, forms=True) for trace in traces):
        return wanted
    others = [{occurrence.word.lower() for occurrence in occurrences(trace)} for trace in traces[1:]]

    def worth(occurrence: Occurrence) -> tuple[bool, int, int]:
        word = occurrence.word.lower()
        tells = word[0].isalnum() and word not in FUNCTION_WORDS
        return tells, sum(word in in_text for in_text in others), max(occurrence.ids)

    found = occurrences(traces[0])
    return max(found, key=worth).word if found else traces[0].words[-1]


def stages(n_layers: int) -> list[str]:
    """The names of the rows of `path`."""
    return ["embedded", "+ pos.", *(f"layer {layer + 1}" for layer in range(n_layers))]


def path(trace: Trace, places: tuple[int, ...]) -> Float[Array, "stage d_model"]:
    """The mean vector of these places: embedded, with positions added, and after each layer."""
    return np.stack([rows[list(places)].mean(axis=0) for rows in _by_stage(trace)])


def any_two(trace: Trace) -> Float[Array, " stage"]:
    """The mean cosine of two positions of a text, at each stage: what is usual there. NaN for a single one."""
    different = ~np.eye(len(trace.tokens), dtype=bool)
    similarities = [cosines(rows, rows)[different] for rows in _by_stage(trace)]
    return np.array([cosines_of_stage.mean() if cosines_of_stage.size else np.nan for cosines_of_stage in similarities])


def _by_stage(trace: Trace) -> list[Float[Array, "pos d_model"]]:
    return [trace.embedded, trace.layers[0].residual_in, *(layer.residual_out for layer in trace.layers)]


def neighbours(
    units: Float[Array, "vocab d_model"], path: Float[Array, "stage d_model"], without: tuple[int, ...], count: int
) -> tuple[Int[Array, "stage count"], Float[Array, "stage count"]]:
    """The rows nearest to the vector of each stage by cosine, nearest first, and those cosines.

    `units` are rows of length one; those of the ids in `without`, the word's own, are left out.
    """
    near = unit(path) @ units.T
    near[:, list(without)] = -np.inf
    nearest = np.stack([largest(row, count) for row in near])
    return nearest, np.take_along_axis(near, nearest, axis=1)
