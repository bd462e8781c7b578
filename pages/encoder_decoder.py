"""Encoder and decoder: the two stacks with the reader's sentence flowing through, and what each box holds."""

import streamlit as st

from components.board import board
from ui import boxes, code, cross, decode, dials, lesson, page, translators

page.begin("Encoder and decoder", examples=translators.examples)
translator = translators.main()
head = cross.head(translator)
dials.queries_as()


@st.fragment
def sentence_and_pictures() -> None:
    text = translators.english()
    result = translators.translated("translate", text, 1)
    trace = result.trace
    selected = boxes.chosen(translator)
    with board(key="flow") as screen:
        columns = screen.columns(1, 1)
        next(columns)
        screen.heading("The two stacks", "From the bottom up. Choose a box: what it computed stands beside it.")
        boxes.drawing(translator, trace, selected)
        screen.note(decode.stopped(result) or "The line in the middle carries the memory to every cross-attention.")
        next(columns)
        boxes.inside(screen, trace, selected, head)
    with board(key="three") as screen:
        boxes.three_attentions(screen, trace, head)
    code.show("encoder_decoder")


sentence_and_pictures()
lesson.show("encoder_decoder")
