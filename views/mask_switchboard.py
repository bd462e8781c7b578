"""Mask switchboard: every mask, cells by hand, what each does to the pattern, the next word and the loss."""

import streamlit as st

from ui import code, dials, lesson, page, reading
from ui.experiments import mask_board, mask_switches, peeking


def show() -> None:
    """Draw the view."""
    lesson.lead("mask_switchboard")
    model = reading.model()
    layer, head = dials.head(model)
    dials.queries_as()

    @page.part
    def sentence_and_pictures() -> None:
        text = reading.sentence()
        change, cells = mask_switches.chosen()
        trace, causal, saved = mask_board.traces(text, change, cells)
        said = mask_switches.in_words(len(cells), len(trace.intervention.toggled), saved)
        mask_board.show(model, trace, causal, layer, head, said)

    @page.part
    def a_model_that_peeks() -> None:
        st.subheader("Why seeing the answer is cheating", anchor=False)
        peeking.show()

    sentence_and_pictures()
    code.show("mask_switchboard")
    peeking.over_examples(model)
    a_model_that_peeks()
    lesson.more("mask_switchboard")
