"""What the tokenizer made of the sentence: counts, and every token with its id, its bytes and its place."""

import streamlit as st

from transformer import LanguageModel, Trace
from transformer.tokenizer import printable
from ui.follow import merges


def counts(trace: Trace) -> None:
    """Characters, bytes and tokens of the text, and how many characters a token holds."""
    text = printable(trace.text)
    n_tokens = len(trace.tokens) + trace.dropped
    with st.container(horizontal=True, gap="medium"):
        st.metric("Characters", len(text), width="content")
        st.metric("Bytes (UTF-8)", len(text.encode()), width="content")
        st.metric("Tokens", n_tokens, width="content")
        st.metric("Characters per token", f"{len(text) / n_tokens:.2f}", width="content")


def columns(model: LanguageModel, trace: Trace) -> dict[str, list]:
    """The columns of the table; blanks are made visible, and bytes are in hexadecimal."""
    return {
        "Position": list(range(len(trace.tokens))),
        "As written": [merges.visible(token.text) for token in trace.tokens],
        "Id": [token.id for token in trace.tokens],
        "Bytes": [model.tokenizer.bytes_of(token.id).hex(" ").upper() for token in trace.tokens],
        "From–to": [f"{token.start}–{token.end}" for token in trace.tokens],
    }


def show(model: LanguageModel, trace: Trace) -> None:
    """The table; it can be sorted, searched and saved as CSV."""
    st.dataframe(columns(model, trace), key="token_table", hide_index=True)
