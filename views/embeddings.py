"""Embeddings: each id looks up a row of numbers, and rows can be near each other or far apart."""

import streamlit as st

from components.board import board
from components.formula import formula
from components.strips import strips
from formulas import vectors as vector_formulas
from ui import code, dials, lesson, live_check, page, reading, tokens
from ui.follow import embedding_space


def show() -> None:
    """Draw the view."""
    lesson.lead("embeddings")
    model = reading.model()
    space = embedding_space.of(model)

    @page.part
    def sentence_and_pictures() -> None:
        text = reading.sentence()
        trace = reading.trace(text)
        with dials.row():
            token = dials.token(len(trace.tokens))
            other = dials.other_token(token, len(trace.tokens))
        ids = [token.id for token in trace.tokens]
        with board(key="rows", text=text) as screen:
            tokens.chips(trace, strong=(token, other), on_place=dials.choose_token)
            screen.heading(
                "Each token’s row of W_E",
                "One row a token, one column for each of its numbers. The same token always gets the same row.",
            )
            strips(
                {"W_E": space.rows[ids]},
                tokens=trace.words,
                alt="The rows of the embedding matrix for the tokens of the sentence.",
                key="embedding_rows",
                height=180,
            )
            left, right = screen.columns(58, 42)
            with left:
                screen.heading(
                    "How alike the rows are",
                    "Cosine of the angle: 1 the same direction, 0 nothing in common, −1 opposite. Choose a pair.",
                )
                embedding_space.show_cosines(space, trace, (token, other))
            with right:
                screen.heading(
                    "Nearest in the whole vocabulary",
                    "By cosine. These rows are static: whatever the sentence, the list for a token is the same.",
                )
                embedding_space.show_nearest(model, space, trace, token)
            screen.heading(
                "The lookup as a product",
                f"Of {model.config.vocab_size:,} places number {ids[token]} alone is 1: the product is that row, "
                f"{model.config.d_model} numbers. The model goes on with this row times √{model.config.d_model}.",
            )
            formula(vector_formulas.one_hot_row(space.rows[ids[token]], ids[token]), key="lookup_formula")
            screen.note(live_check.everywhere(trace))
        with st.expander("The arithmetic of the chosen pair"):
            worked = vector_formulas.cosine_of_terms(space.rows[ids[token]], space.rows[ids[other]])
            formula(worked, key="cosine_formula")
        with dials.row():
            st.subheader("A shadow of the space", anchor=False, width="content")
            n_dimensions = embedding_space.dimensions()
        st.caption(
            f"The {n_dimensions} directions in which all {model.config.vocab_size:,} rows differ most hold only "
            f"{space.shares[:n_dimensions].sum():.1%} of their variance: points apart here are apart, points that "
            "touch here need not be near."
        )
        embedding_space.show_projection(model, space, trace, n_dimensions)

    sentence_and_pictures()
    code.show("embeddings")
    lesson.more("embeddings")
