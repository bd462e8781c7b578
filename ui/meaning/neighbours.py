"""The tokens nearest to one word after each layer, and whether its three vectors are equally far apart."""

from itertools import combinations

import numpy as np

from components.board import Board
from components.word_grid import Cell, word_grid
from transformer import LanguageModel
from transformer.readings.occurrences import neighbours, stages
from ui import vocabulary
from ui.follow import embedding_space
from ui.meaning.contexts import Context
from ui.meaning.drift import by_stage, pairs

COUNT = 3
_FIRST = 2  # of the stages: before the first layer all sentences have the same neighbours, or nearly


def show(screen: Board, model: LanguageModel, having: list[Context]) -> None:
    """For each layer and sentence the rows of W_E that are nearest to the word's vector, itself left out."""
    units = embedding_space.of(model).units
    near = [neighbours(units, context.path, own_ids(context), COUNT) for context in having]
    labels = [[vocabulary.labels(model, row) for row in ids] for ids, _ in near]
    screen.heading(
        "The nearest words",
        "Which rows of W_E point most nearly the same way as the word's vector, its own row left out; below them the "
        "cosines. Look for the layer where the sentences no longer agree.",
    )
    names = stages(len(having[0].trace.layers))
    word_grid(
        [
            [
                Cell(
                    ", ".join(of_sentence[stage]),
                    ", ".join(f"{value:.2f}" for value in cosines[stage]),
                    max(0.0, float(cosines[stage, 0])),
                )
                for of_sentence, (_, cosines) in zip(labels, near, strict=True)
            ]
            for stage in (0, *range(_FIRST, len(names)))
        ],
        names=[names[0], *names[_FIRST:]],
        columns=[context.title for context in having],
        says=said(having, [ids for ids, _ in near], names),
        alt="The tokens nearest to the word's vector after each layer, in each sentence.",
        key="neighbours",
    )


def own_ids(context: Context) -> tuple[int, ...]:
    """The rows of the word itself."""
    assert context.found is not None
    return context.found.ids


def said(having: list[Context], ids: list[np.ndarray], names: list[str]) -> list[tuple[str, bool]]:
    """From which layer on no two sentences have all their neighbours in common, and that the last ones are guesses."""
    ending = (
        " After the last layer the nearest are guesses of the next word, because W_U is W_E: no longer what the word "
        "means.",
        False,
    )
    if len(having) < 2:
        return [ending]
    same = [
        max(len(set(one) & set(other)) for one, other in combinations([each[stage] for each in ids], 2))
        for stage in range(len(names))
    ]
    apart = next((stage for stage in range(len(names)) if max(same[stage:]) < COUNT), None)
    if apart is None:
        return [("Two of the sentences keep the same neighbours to the end.", False), ending]
    return [
        ("From ", False),
        (names[apart], True),
        (" on no two sentences have all three nearest words in common.", False),
        ending,
    ]


def equally_apart(having: list[Context]) -> str:
    """The three cosines of a word in three sentences before and after the layers, and which two are nearest."""
    if len(having) != 3:
        return ""
    both = pairs(having)
    values = np.stack([by_stage(one, other) for one, other in both])
    start, end = ([f"{value:.3f}" for value in values[:, stage]] for stage in (0, -1))
    one, other = both[int(values[:, -1].argmax())]
    apart = "Another token begins apart. " if values[:, 0].min() < 1 - 1e-6 else ""
    return (
        f"Are the three equally far apart? Cosines of 1 and 2, 1 and 3, 2 and 3: {start[0]}, {start[1]}, {start[2]} "
        f"as embedded; {end[0]}, {end[1]}, {end[2]} after the last layer. {apart}Nearest at the end: {one.title} and "
        f"{other.title}."
    )
