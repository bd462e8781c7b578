"""Attention with a pencil: four words of three numbers and three matrices, to be dragged and changed."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from headlight.formulas import by_hand as hand_formulas
from headlight.pages.attention import four_arrows
from headlight.parts import orientation
from headlight.parts.nouns import Button, Key, Number, Pressed, State, Text, chosen_in_picture
from headlight.pictures import Labels, Screen, Style
from headlight.reading import sentences
from transformer.experiments.by_hand import SEED, WIDTH, Example, drawn, read

_FIELDS = {"words": "Words", "w_q": "W_Q", "w_k": "W_K", "w_v": "W_V"}  # of an Example, with their titles
_HIGHEST = 3  # up to which a chosen number grows, then it begins again; the deepest colour
EXAMPLE = chosen_in_picture(Key("four_words", Text(600), "four words and their matrices, edited by hand"), "")
WORD = chosen_in_picture(Key("one_of_four", Number(1, 8), "which of these words is worked out, from 1"), 1)
ANEW = Button(
    "four_words_anew",
    "Reset the four words",
    lambda state: Pressed({"four_words": ""}),
    place="deeper",
    when=lambda state: bool(state[EXAMPLE].strip()),
)


def show(screen: Screen, state: State) -> None:
    """Draw the words, the query of one among the keys, and its context among the values; then every number of it."""
    example, problem = _example(state[EXAMPLE])
    looks, words = example.look(), [f"word {index + 1}" for index in range(len(example.words))]
    index = min(state[WORD], len(words)) - 1
    places, scores, values = screen.columns(28, 44, 28, least=(260, 300, 260))
    with places.headed("Four words", "Drag or click one."):
        four_arrows.words(screen, example, words, index, on_word=lambda word: {"one_of_four": word + 1})
    with scores.headed("Query and keys", "The score is shadow × length."):
        four_arrows.scores(screen, example, words, index)
    with values.headed("The weighted mean", ""):
        four_arrows.context(screen, example, words, index)
    if problem:
        screen.note(problem)
    for field in screen.beside(_FIELDS, least=150):
        screen.heading(_FIELDS[field], "A click raises one." if field == "words" else "")
        _counted(screen, example, field)
    worked = hand_formulas.one_word(
        index,
        example.words[index],
        example.queries[index],
        looks.scores[index],
        looks.scaled[index],
        looks.pattern[index],
        example.values,
        looks.context[index],
    )
    screen.formula(worked, key="one_word_formula")
    left, right = screen.columns(1, 1, least=(300, 300))
    with left.headed("Pattern", ""):
        screen.matrix(
            looks.pattern,
            Labels(words, [f"key {place + 1}" for place in range(len(words))], "weight", attends=True),
            alt=sentences.TURNED.format(alt="The pattern of the words", looking=orientation.looking(state)),
            key="four_pattern",
            row=index,
            transposed=orientation.transposed(state),
        )
    with right.headed("Context", f"softmax(Q Kᵀ / √{WIDTH}) V"):
        screen.formula(hand_formulas.attention_result(looks.context, WIDTH), key="result_formula")


def _example(typed: str) -> tuple[Example, str]:
    """Return the example to show, and a sentence where it is not the one that everybody sees first."""
    if not typed.strip():
        return drawn(SEED), ""
    try:
        return read(typed), "Edited by hand."
    except ValueError as problem:
        return drawn(SEED), f"The numbers of the address cannot be read: {problem}. Here is the first example."


def _counted(screen: Screen, example: Example, field: str) -> None:
    """Draw one of the four matrices; a number in it that is chosen grows by one."""
    values = getattr(example, field)

    def count(cell: Sequence[float]) -> dict[str, Any]:
        row, column = map(int, cell)
        changed = values.astype(float)
        changed[row, column] = 0 if changed[row, column] >= _HIGHEST else changed[row, column] + 1
        return {"four_words": replace(example, **{field: changed}).text()}

    screen.matrix(
        values,
        Labels([str(row + 1) for row in range(len(values))], [str(place + 1) for place in range(WIDTH)], "number"),
        alt=f"The {field} of the words: a row for each word, three numbers.",
        key=f"four_{field}",
        style=Style(
            scale="diverging",
            decimals=0 if np.array_equal(values, np.rint(values)) else 2,
            extent=_HIGHEST,
            zeros=True,
            still=True,
        ),
        on_cell=count,
    )
