"""What the tokenizer made of the sentence: counts, and every token with its id, its bytes and its place."""

from collections.abc import Sequence, Sized

import streamlit as st

from components.board import Board
from components.table import table
from transformer import LanguageModel, Trace
from transformer.tokenizer import printable
from ui.follow import merges

_MOST = 12  # tokens of one word that are listed beside its merges


def counts(trace: Trace) -> str:
    """What the chips show, and the characters, bytes and tokens of the text."""
    text = printable(trace.text)
    n_tokens = len(trace.tokens) + trace.dropped
    return (
        f"Under each token: its id, which is all that the model sees of it, and its position. "
        f"{_count(text, 'character')}, {_count(text.encode(), 'byte')}, {n_tokens} token{'s' * (n_tokens != 1)}: "
        f"{len(text) / n_tokens:.2f} characters a token. Choose a token to see how its word was put together. "
        "A space at the end is not read until a letter follows it."
    )


def _count(things: Sized, name: str) -> str:
    return f"{len(things)} {name}{'s' * (len(things) != 1)}"


def columns(model: LanguageModel, trace: Trace) -> dict[str, list]:
    """The columns of the table; blanks are made visible, and bytes are in hexadecimal."""
    return {
        "Position": list(range(len(trace.tokens))),
        "As written": [merges.visible(token.text) for token in trace.tokens],
        "Id": [token.id for token in trace.tokens],
        "Bytes": [model.tokenizer.bytes_of(token.id).hex(" ").upper() for token in trace.tokens],
        "From–to": [f"{token.start}–{token.end}" for token in trace.tokens],
    }


def show_word(screen: Board, model: LanguageModel, trace: Trace, places: Sequence[int]) -> None:
    """The rows of one word's tokens."""
    screen.heading(
        "What the model gets for it",
        "The id of each piece, in its place, and nothing else: neither its letters nor its bytes.",
    )
    table(
        {name: [str(cells[place]) for place in places[:_MOST]] for name, cells in columns(model, trace).items()},
        formats={"Position": "", "Id": ""},
        alt="The tokens of the chosen word: position, letters, id, bytes, and place in the text.",
        key="word_table",
    )
    if len(places) > _MOST:
        screen.note(f"The first {_MOST} of {len(places)} tokens.")


def show(model: LanguageModel, trace: Trace) -> None:
    """The table; it can be sorted, searched and saved as CSV."""
    st.caption(
        "Every token: which bytes it stands for, and from which character of your text to which it reaches. The text "
        "is read with a space before its first word."
    )
    st.dataframe(columns(model, trace), key="token_table", hide_index=True)
