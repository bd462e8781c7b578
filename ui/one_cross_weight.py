"""One weight of cross-attention taken apart: a query of the decoder, a key of the encoder, their sum and softmax."""

import streamlit as st

from components.board import board
from components.sentence import sentence
from transformer import TranslationTrace
from ui import arithmetic, cross, dials, one_score
from ui.cross import Head


def choose_from(component: str, picture: cross.Shown) -> None:
    """Take the cell apart that was chosen in the matrix of a picture: the first pieces of its words."""
    row, column = st.session_state[component]["cell"]
    dials.choose_cell(picture.target_tokens[row][0], picture.source_tokens[column][0])
    st.session_state["apart"] = True


def show(trace: TranslationTrace, chosen: Head) -> None:
    """A switch, and behind it the numbers of one weight."""
    wanted = st.toggle(
        "Take one weight apart",
        value=False,
        key="apart",
        bind="query-params",
        help="The score behind a weight, product by product, and the softmax that makes the weight of it.",
    )
    if not wanted:
        return
    if chosen.head is None:
        st.caption("A mean of heads has no score of its own: choose one head, then its weights can be taken apart.")
        return
    stages = trace.cross[chosen.layer]
    with dials.row():
        row, column = dials.cell(stages.pattern[chosen.head], trace.config.max_tokens)
    query, key = stages.queries[chosen.head, row], stages.keys[chosen.head, column]
    pieces = cross.shown(trace, chosen, "pieces")
    with board(key="one_cross_weight"):
        sentence(
            [
                (pieces.target[row], True),
                (" looks, while it is written, at ", False),
                (pieces.source[column], True),
                (" and gives it ", False),
                (f"{pieces.weights[row, column]:.4f}", True),
                (" of its attention. The query is the decoder's, the key the encoder's.", False),
            ],
            key="cross_look",
            text=trace.source_text,
        )
        one_score.added_up(
            query * key,
            {"query": query, "key": key},
            name="query × key",
            dimension="dimension of d_head",
            alt=f"The {len(query)} products of query {row} and key {column}, whose sum is {query @ key:.4f}.",
            key="cross_products",
            text=trace.source_text,
        )
    score, weight = st.columns(2, gap="medium")
    score.latex(arithmetic.score_and_scaled(query * key))
    weight.latex(arithmetic.weight_of(stages.masked[chosen.head, row], column))
