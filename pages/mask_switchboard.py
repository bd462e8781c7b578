"""Mask switchboard: every mask, cells by hand, what each does to the pattern, the next word and the loss."""

import streamlit as st

from components.formula import formula
from ui import code, dials, lesson, orientation, page, reading, words
from ui.experiments import mask_board, mask_formulas, mask_switches, peeking

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
    line = orientation.line()
    st.subheader(f"{line.capitalize()} {mask_formulas.row(trace)} of masked, worked out", anchor=False)
    st.caption(f"The cell with the most weight, and a closed one. Toggle a cell, and its {line} stands here.")
    formula(mask_formulas.one_row(trace, layer, head), key="row_formula", text=text)


@st.fragment
def a_model_that_peeks() -> None:
    st.subheader("Why seeing the answer is cheating", anchor=False)
    peeking.show()


sentence_and_pictures()
code.show("mask_switchboard")
peeking.over_examples(model)
a_model_that_peeks()
lesson.show("mask_switchboard")
