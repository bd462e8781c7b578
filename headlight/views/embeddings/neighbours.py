"""The tokens nearest to one word after each layer, and whether its three vectors are equally far apart."""

from itertools import combinations

import numpy as np

from headlight.frame import vocabulary
from headlight.pictures.board import Board
from headlight.pictures.word_grid import Cell, word_grid
from headlight.views.embeddings import embedding_space
from headlight.views.embeddings.contexts import Context
from transformer import LanguageModel
from transformer.readings.occurrences import neighbours, stages

COUNT = 3
_FIRST = 2  # of the stages: before the first layer all sentences have the same neighbours, or nearly


def show(screen: Board, model: LanguageModel, having: list[Context]) -> None:
    """For each layer and sentence the rows of W_E that are nearest to the word's vector, itself left out."""
    units = embedding_space.of(model).units
    near = [neighbours(units, context.path, own_ids(context), COUNT) for context in having]
    labels = [[vocabulary.labels(model, row) for row in ids] for ids, _ in near]
    screen.heading(
        "The nearest words",
        "Which rows of W_E point most nearly the same way as the word's vector, its own row left out, with "
        "their cosines. Look for the layer where the sentences no longer agree.",
    )
    names = stages(len(having[0].trace.layers))
    word_grid(
        [
            [
                Cell(
                    ", ".join(
                        f"{label} {value:.2f}" for label, value in zip(of_sentence[stage], cosines[stage], strict=True)
                    ),
                    share=max(0.0, float(cosines[stage, 0])),
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
        " After the last layer the nearest are guesses of the next word, because W_U is W_E: no longer what the "
        "word means.",
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
