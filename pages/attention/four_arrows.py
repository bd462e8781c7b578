"""Four words as points to be dragged, the query of one among all keys as arrows, and its context among the values."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.parts.nouns import decimal
from headlight.pictures import Colour, Group, Screen
from transformer.experiments.by_hand import Example, beside

_GRID = (-1.0, 2.0)  # what both numbers of a word can be dragged to
_STEP = 0.5
_HEIGHT = 300  # pixels of a picture
_AXES = ("number 1", "number 2")


def words(
    screen: Screen, example: Example, names: list[str], chosen: int, *, on_word: Callable[[int], Mapping[str, Any]]
) -> None:
    """The first two numbers of each word, to be dragged; a click chooses the word."""

    def drag(number: int, x: float, y: float) -> dict[str, str]:
        moved = example.words.astype(np.float64)
        moved[number, :2] = x, y
        return {"four_words": replace(example, words=moved).text()}

    points = example.words[:, :2].astype(np.float64)
    low, high = min(_GRID[0], points.min()), max(_GRID[1], points.max())
    screen.plane(
        [
            Group(
                points[place][None],
                [name],
                "query" if place == chosen else "ink",
                "words" if place == (chosen == 0) else "",
                [f"({', '.join(decimal(value, 'g') for value in word)})" if word[2] else ""],
                step=_STEP,
                size=6,
            )
            for place, (name, word) in enumerate(zip(names, example.words, strict=True))
        ],
        alt="Each word at its numbers 1 and 2.",
        key="four_points",
        axes=_AXES,
        height=_HEIGHT,
        on_point=on_word,
        on_drag=drag,
        linked=True,
        grid=(low, high),
    )


def scores(screen: Screen, example: Example, names: list[str], chosen: int) -> None:
    """The query of a word, and each key at its own angle to it: a score is a key's shadow times the query's length."""
    query, looks = example.queries[chosen], example.look()
    keys, weights = beside(query, example.keys), looks.pattern[chosen]
    notes = [
        f"score {decimal(score, '.2f')}, weight {decimal(weight, '.2f')}"
        for score, weight in zip(looks.scores[chosen], weights, strict=True)
    ]
    shadows = [
        Group(np.array([key, [key[0], 0]]), ["", ""], "key", size=0, named=False, path=True, dashed=True, arrow=False)
        for key in keys
    ]
    end = np.array([np.linalg.norm(query), 0])
    screen.plane(
        [
            *shadows,
            *_arrows(keys, names, "key", "keys", weights, notes),
            *_arrows(end[None], [names[chosen]], "query", f"query of {names[chosen]}", [0.1], [""]),
        ],
        alt=f"The query of {names[chosen]} and the keys of all words, at their angles to it.",
        key="four_scores_seen",
        axes=("along the query", "away from it"),
        height=_HEIGHT,
        linked=True,
        grid=(0, 1),
    )


def context(screen: Screen, example: Example, names: list[str], chosen: int) -> None:
    """The first two numbers of each value, and of the mean that a word makes of them."""
    looks = example.look()
    weights = looks.pattern[chosen]
    notes = [f"weight {decimal(weight, '.2f')}" for weight in weights]
    values, mean = (array[:, :2].astype(np.float64) for array in (looks.values, looks.context[chosen][None]))
    screen.plane(
        [
            *_arrows(values, names, "value", "values", weights, notes),
            Group(mean, [""], "ink", f"context of {names[chosen]}", size=8, hollow=True),
        ],
        alt=f"The values of all words and the context of {names[chosen]}, at their numbers 1 and 2.",
        key="four_context_seen",
        axes=_AXES,
        height=_HEIGHT,
        linked=True,
        grid=(0, 1),
    )


def _arrows(
    ends: Float[Array, "arrow 2"],
    names: list[str],
    colour: Colour,
    title: str,
    weights: Sequence[float] | Array,
    notes: list[str],
) -> list[Group]:
    """An arrow for each end, with a point whose area is its weight."""
    return [
        Group(
            np.stack([np.zeros(2), end]),
            ["", name],
            colour,
            title if place == 0 else "",
            notes=["", note],
            size=2.5 + 6 * weight**0.5,
            path=True,
        )
        for place, (end, name, weight, note) in enumerate(zip(ends, names, weights, notes, strict=True))
    ]
