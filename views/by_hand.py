"""Attention by hand: without projections, with them, as one form, on four words in NumPy, and as a dictionary."""

import streamlit as st

from ui import code, dials, lesson, page, reading
from ui.scratch import four_words, projections, soft_dictionary


def show() -> None:
    """Draw the view."""
    lesson.lead("by_hand")
    model = reading.model()
    layer, head = dials.head(model)
    vectors, causal = projections.dials_of_comparison()
    dials.queries_as()

    @page.part
    def sentence_and_pictures() -> None:
        text = reading.sentence()
        trace = reading.trace(text)
        with dials.row():
            cell = dials.cell(trace.layers[layer].pattern[head])
        projections.side_by_side(model, trace, layer, head, cell, vectors, causal)

    @page.part
    def four_words_in_numpy() -> None:
        st.subheader("Four words, every number by hand", anchor=False)
        st.caption(
            "Words of three numbers and three matrices of whole numbers. Change any cell: all that follows is new."
        )
        example = four_words.example()
        four_words.steps(example)
        four_words.one_word(example)

    @page.part
    def dictionary() -> None:
        st.subheader("A dictionary that compares", anchor=False)
        st.caption(
            "Attention looks things up: a query is compared with keys, and values come back. Type part of a name."
        )
        soft_dictionary.show(model)

    sentence_and_pictures()
    projections.form_itself(model, layer, head)
    four_words_in_numpy()
    dictionary()
    code.show(simple_attention="both ways", by_hand="the four words", soft_dictionary="the dictionary")
    lesson.more("by_hand")
