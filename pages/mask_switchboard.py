"""Mask switchboard: every kind of mask, cells by hand, and what each does to the pattern, the next word and the loss."""

import streamlit as st

from ui import code, dials, lesson, mask_board, mask_formulas, mask_switches, page, peeking, reading, words

page.begin("Mask switchboard")
model = reading.model()
layer, head = dials.head(model)
dials.queries_as()


@st.fragment
def sentence_and_pictures() -> None:
    text = reading.sentence()
    change, cells = mask_switches.chosen()
    trace, causal, saved = mask_board.traces(text, change, cells)
    st.subheader(words.head_title(model, layer, head), anchor=False)
    if said := mask_switches.in_words(len(cells), len(trace.intervention.toggled), saved):
        st.caption(said)
    mask_board.show(model, trace, causal, layer, head)
    st.latex(mask_formulas.one_row(trace, layer, head))
    code.show("mask_switchboard")


@st.fragment
def a_model_that_peeks() -> None:
    st.subheader("Why seeing the answer is cheating", anchor=False)
    peeking.show()


sentence_and_pictures()
peeking.over_examples(model)
a_model_that_peeks()
lesson.show("mask_switchboard")
