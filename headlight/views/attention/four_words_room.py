"""Four words of three numbers, three small matrices, and every number of their attention, to be changed by hand."""

import numpy as np
import streamlit as st

from headlight.formulas import by_hand as hand_formulas
from headlight.frame import controls, orientation, tokens, widgets
from headlight.frame.boards import board
from headlight.pictures.formula import formula
from headlight.pictures.matrix import matrix
from transformer.experiments.by_hand import SEED, WIDTH, Example, drawn, read

_NAMES = {"words": "Words", "w_q": "$W_Q$", "w_k": "$W_K$", "w_v": "$W_V$"}
_TITLES = {field: name.strip("$") for field, name in _NAMES.items()}
_EDITED = "four_words"
_WIDTHS = (270, 200, 200, 200)  # of the editors, in pixels: the first has a column of names


def show() -> Example:
    """The seed and the four editors, what comes of what they hold, and all of it as text, which the address keeps."""
    seed = _seed()
    from_seed = drawn(seed)
    # The box that holds what the editors wrote stands below what comes of it, and is read before.
    above = st.container()
    with st.expander("All of it as text, to copy or to type"):
        typed = controls.text(
            _EDITED,
            "Words | W_Q | W_K | W_V",
            live=False,
            placeholder=from_seed.text(),
            help="Rows end in a semicolon, matrices in a bar. Empty: the words above and what the seed gives.",
        )
        st.caption("Up to eight words of three numbers. What stands here is in the address, so a link restores it.")
    with above:
        shown = _read(typed, from_seed)
        if tokens.give_way():  # the type of an editor is too small for the last row
            with widgets.many():
                _in_large_type(shown)
            _result(shown)
            _editors(shown)
        else:
            _editors(shown)
            _result(shown)
    return shown


def _seed() -> int:
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        seed = controls.number(
            "four_words_seed",
            "Seed of the three matrices",
            SEED,
            on_change=_forget,
            help="np.random.seed(seed), then np.random.randint(3, size=(3, 3)) for each of the three, in this order.",
            width=190,
        )
        st.button("Back to seed 42 and its words", on_click=_begin_anew, key="four_words_anew")
    return seed


def _read(typed: str, from_seed: Example) -> Example:
    if not typed.strip():
        return from_seed
    try:
        shown = read(typed)
    except ValueError as problem:
        st.caption(f"The text cannot be read: {problem}. Shown is what the seed gives.")
        return from_seed
    st.caption("Edited by hand: the seed no longer says what the numbers are.")
    return shown


def _editors(shown: Example) -> None:
    row = st.container(horizontal=True, gap="medium")
    for (field, name), width in zip(_NAMES.items(), _WIDTHS, strict=True):
        values = getattr(shown, field)
        labels = [f"word {row + 1}" for row in range(len(values))] if field == "words" else None
        with row.container(width=width):
            st.caption(f"**{name}**" + (": a row for each" if field == "words" else ""))
            # An editor remembers its edits by its key: with new numbers it has to be a new one.
            key = f"edit_{field}_{hash(values.tobytes())}"
            st.data_editor(
                {
                    **({"": labels} if labels else {}),
                    **{str(place + 1): values[:, place] for place in range(WIDTH)},
                },
                key=key,
                hide_index=True,
                disabled=("",),
                on_change=_take_edits,
                args=(key, field, shown),
                column_config={
                    str(place + 1): st.column_config.NumberColumn(min_value=-1000, max_value=1000, format="%.6g")
                    for place in range(WIDTH)
                },
                alt=f"The numbers of {name}, to be edited.",
            )


def _in_large_type(shown: Example) -> None:
    """What the editors hold, two beside each other."""
    with board(key="four_words_numbers") as screen:
        for pair in (("words", "w_q"), ("w_k", "w_v")):
            for field, column in zip(pair, screen.columns(1, 1), strict=True):
                values = getattr(shown, field)
                with column:
                    screen.heading(_TITLES[field], "A row for each.")
                    _numbers(values, field, [str(row + 1) for row in range(len(values))])


def _take_edits(key: str, field: str, shown: Example) -> None:
    """Write what was edited into the box, and so into the address."""
    values = getattr(shown, field).copy()
    for row, cells in st.session_state[key]["edited_rows"].items():
        for column, value in cells.items():
            values[int(row), int(column) - 1] = 0.0 if value is None else value
    parts = {name: values if name == field else getattr(shown, name) for name in _NAMES}
    st.session_state[_EDITED] = Example(**parts).text()


def _forget() -> None:
    st.session_state[_EDITED] = ""


def _begin_anew() -> None:
    st.session_state["four_words_seed"] = SEED
    _forget()


def _result(shown: Example) -> None:
    looks, words = shown.look(), _names(shown)
    with board(key="four_words_board") as screen:
        left, right = screen.columns(3, 7, least=(300, 300))
        with left:
            screen.heading("pattern", f"softmax of Q Kᵀ / √{WIDTH}: each {orientation.line()} sums to 1.")
            _between(looks.pattern, "pattern", words)
        with right:
            screen.heading("context", "pattern × V: for each word a mean of the values, weighted as its query says.")
            formula(hand_formulas.attention_result(looks.context, WIDTH), key="result_formula")


def between(shown: Example) -> None:
    """What stands between the words and their pattern: queries, keys and values, and the scores."""
    looks, words = shown.look(), _names(shown)
    with board(key="four_words_between") as screen:
        products = (("queries", "words × W_Q"), ("keys", "words × W_K"), ("values", "words × W_V"))
        for column, (name, product) in zip(screen.columns(1, 1, 1), products, strict=True):
            with column:
                screen.heading(name, f"{product}: a row for each word.")
                _numbers(getattr(shown, name), name, words)
        stages = (("scores", "Q Kᵀ: each query times each key."), ("scaled", f"scores / √{WIDTH}."))
        for column, (name, hint) in zip(screen.columns(1, 1), stages, strict=True):
            with column:
                screen.heading(name, hint)
                _between(getattr(looks, name), name, words)


def _names(shown: Example) -> list[str]:
    return [f"word {place + 1}" for place in range(len(shown.words))]


def _numbers(values: np.ndarray, name: str, words: list[str]) -> None:
    matrix(
        values,
        rows=words,
        columns=[str(place + 1) for place in range(WIDTH)],
        noun="number",
        alt=f"The {name} of the words: a row for each word, three numbers.",
        key=f"four_{name}",
        scale="diverging",
        decimals=_decimals(values),
    )


def _between(values: np.ndarray, name: str, words: list[str]) -> None:
    matrix(
        values,
        rows=words,
        columns=words,
        noun="weight" if name == "pattern" else name.rstrip("s"),
        alt=f"The {name} of the words: {orientation.looking()}.",
        key=f"four_{name}",
        scale="sequential" if name == "pattern" else "scores",
        factor=WIDTH**-0.5 if name == "scores" else 1.0,
        decimals=4 if name == "pattern" else _decimals(values),
        transposed=orientation.transposed(),
        above=630 if name == "pattern" else None,
    )


def _decimals(values: np.ndarray) -> int:
    return 0 if np.array_equal(values, np.rint(values)) else 2


def one_word(shown: Example) -> None:
    """One row of the result, from the word's own numbers to its context."""
    count = len(shown.words)
    chosen = controls.number("one_of_four", "Word", 1, width=150)
    place = min(chosen, count) - 1
    looks = shown.look()
    worked = hand_formulas.one_word(
        place,
        shown.words[place],
        shown.queries[place],
        looks.scores[place],
        looks.scaled[place],
        looks.pattern[place],
        shown.values,
        looks.context[place],
    )
    formula(worked, key="one_word_formula")
