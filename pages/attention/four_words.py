"""Four words of three numbers, to be dragged, and all of their attention; their three small matrices, to be changed."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from headlight.formulas import by_hand as hand_formulas
from headlight.pages.attention import four_arrows
from headlight.parts import dials, orientation
from headlight.parts.nouns import Button, Dial, Key, Number, Pressed, State, Text, view
from headlight.pictures import Labels, Listeners, OnChoose, Screen, Style
from headlight.reading import sentences
from transformer.experiments.by_hand import SEED, WIDTH, Example, drawn, read

_FIELDS = {"words": "Words", "w_q": "W_Q", "w_k": "W_K", "w_v": "W_V"}  # of an Example, with their titles
_HIGHEST = 3  # up to which a chosen number grows, then it begins again; the deepest colour
_EXAMPLE = Key("four_words", Text(600), "four words and their matrices, edited by hand")
SEED_OF_MATRICES = Dial(
    "number",
    Key("four_words_seed", Number(0, 9999), "W_Q, W_K and W_V of four words, drawn at random"),
    "Seed of the three matrices",
    SEED,
    "deeper",
    width=190,
    sets={"four_words": ""},
    help="np.random.seed(seed), then np.random.randint(3, size=(3, 3)) for each of the three, in this order.",
)
AS_TEXT = Dial(
    "text",
    _EXAMPLE,
    "All of it as text, to copy or to type: Words | W_Q | W_K | W_V",
    "",
    "deeper",
    look=lambda state: {
        "live": False,
        "placeholder": drawn(state[SEED_OF_MATRICES]).text(),
        "help": "Rows end in a semicolon, matrices in a bar. Up to eight words of three numbers. Empty: the words "
        "above and what the seed gives. The address holds this text, so a link restores it.",
    },
)
ANEW = Button(
    "four_words_anew",
    "Reset to seed 42",
    lambda state: Pressed({"four_words_seed": SEED, "four_words": ""}),
    place="below",
    when=lambda state: bool(state[AS_TEXT].strip()) or state[SEED_OF_MATRICES] != SEED,
)
WORD = Dial(
    "number",
    Key("one_of_four", Number(1, 8), "which of these words is worked out, from 1"),
    "Word",
    1,
    "deeper",
    width=150,
    help="Whose query is drawn and worked out, counted from 1.",
)


@view(box=None, dials=[dials.ORIENTATION, AS_TEXT, SEED_OF_MATRICES, ANEW, WORD])
def four_words(state: State, screen: Screen) -> None:
    """The pattern of the words, and the context that it makes of their values."""
    example, problem = _example(state)
    looks, words = example.look(), _names(example)
    chosen = _chosen(state, words)
    places, scores, values = screen.columns(1, 1, 1, least=(260, 260, 260))
    with places.headed("Words", "Drag one. Click one for its query."):
        four_arrows.words(screen, example, words, chosen, on_word=lambda word: {"one_of_four": word + 1})
    with scores.headed("Query and keys", "Score: a key’s shadow × the query’s length."):
        four_arrows.scores(screen, example, words, chosen)
    with values.headed("Values", "Their mean by the weights is the context."):
        four_arrows.context(screen, example, words, chosen)
    left, right = screen.columns(1, 1, least=(300, 300))
    with left.headed("pattern", ""):
        _stage(screen, state, looks.pattern, "pattern", words, row=chosen)
    with right.headed("context", ""):
        _numbers(screen, looks.context, "context", words)
    if problem:
        screen.note(problem)


@four_words.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """One word from its own numbers to its context, and what stands between all words and their pattern."""
    example, _ = _example(state)
    looks, words = example.look(), _names(example)
    for field in screen.beside(_FIELDS, least=150):
        screen.heading(_FIELDS[field], "Choose a number to raise it." if field == "words" else "")
        _counted(screen, example, field)
    index = _chosen(state, words)
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
    products = (("queries", "words × W_Q"), ("keys", "words × W_K"), ("values", "words × W_V"))
    for name, product in screen.beside(products):
        screen.heading(name, f"{product}: a row for each word.")
        _numbers(screen, getattr(example, name), name, words)
    screen.heading("context, all words", f"softmax(Q Kᵀ / √{WIDTH}) V, to eight digits.")
    screen.formula(hand_formulas.attention_result(looks.context, WIDTH), key="result_formula")
    titled = (("scores", "Q Kᵀ: each query times each key."), ("scaled", f"scores / √{WIDTH}."))
    for name, hint in screen.beside(titled):
        screen.heading(name, hint)
        _stage(screen, state, getattr(looks, name), name, words)


def _example(state: State) -> tuple[Example, str]:
    """Return the example to show, and a sentence where that is not what the seed gives."""
    from_seed, typed = drawn(state[SEED_OF_MATRICES]), state[AS_TEXT]
    if not typed.strip():
        return from_seed, ""
    try:
        return read(typed), "Edited by hand: the seed no longer says what the numbers are."
    except ValueError as problem:
        return from_seed, f"The text cannot be read: {problem}. Shown is what the seed gives."


def _counted(screen: Screen, example: Example, field: str) -> None:
    """Draw one of the four matrices; a number in it that is chosen grows by one."""
    values = getattr(example, field)

    def count(cell: Sequence[float]) -> dict[str, Any]:
        row, column = map(int, cell)
        changed = values.astype(float)
        changed[row, column] = 0 if changed[row, column] >= _HIGHEST else changed[row, column] + 1
        return {"four_words": replace(example, **{field: changed}).text()}

    names = [str(row + 1) for row in range(len(values))]
    _numbers(screen, values, field, names, on_cell=count, extent=_HIGHEST)


def _chosen(state: State, words: list[str]) -> int:
    return min(state[WORD], len(words)) - 1


def _names(example: Example) -> list[str]:
    return [f"word {index + 1}" for index in range(len(example.words))]


def _numbers(
    screen: Screen,
    values: np.ndarray,
    name: str,
    words: list[str],
    on_cell: OnChoose | None = None,
    extent: float | None = None,
) -> None:
    screen.matrix(
        values,
        Labels(rows=words, columns=[str(index + 1) for index in range(WIDTH)], noun="number"),
        alt=f"The {name} of the words: a row for each word, three numbers.",
        key=f"four_{name}",
        style=Style(scale="diverging", decimals=_decimals(values), extent=extent, zeros=True, still=True),
        listeners=Listeners(cell=on_cell),
    )


def _stage(
    screen: Screen, state: State, values: np.ndarray, name: str, words: list[str], row: int | None = None
) -> None:
    screen.matrix(
        values,
        Labels(
            rows=words,
            columns=[f"key {index + 1}" for index in range(len(words))],
            noun="weight" if name == "pattern" else name.rstrip("s"),
            attends=True,
        ),
        alt=sentences.TURNED.format(alt=f"The {name} of the words", looking=orientation.looking(state)),
        key=f"four_{name}",
        style=Style(
            scale="sequential" if name == "pattern" else "scores",
            factor=WIDTH**-0.5 if name == "scores" else 1.0,
            decimals=2 if name == "pattern" else _decimals(values),
        ),
        row=row,
        transposed=orientation.transposed(state),
    )


def _decimals(values: np.ndarray) -> int:
    return 0 if np.array_equal(values, np.rint(values)) else 2
