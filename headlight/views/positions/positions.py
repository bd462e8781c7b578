"""Waves: added to the embeddings, so that the model knows where each token stands; and the next word without them."""

import streamlit as st

from headlight.frame import code, lesson, page, reading, tokens, widgets
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.views.positions import position_pictures


@scripted(alone="its positions are waves that are added to the embeddings")
def show() -> None:
    """Draw the view."""
    lesson.lead("positions")
    _sentence()
    code.show("positions")
    lesson.more("positions")


@page.part
def _sentence() -> None:
    model = reading.model()
    box, switch = st.columns([87, 13], vertical_alignment="center")
    with box:
        text = reading.sentence()
    with switch:
        change = position_pictures.change(widgets.positions_on())
    trace = reading.trace(text, change)
    with board(key="input", text=text) as screen:
        tokens.chips(trace)
        left, right = screen.columns(70, 30)
        with left:
            position_pictures.show_sum(screen, trace)
        with right:
            position_pictures.show_next_word(screen, model, trace)
    if page.arithmetic():
        with board(key="products", text=text) as screen:
            screen.heading(
                "How alike the positions of your sentence are",
                "The product of each two encodings: along each diagonal, which is one distance, all numbers are equal.",
            )
            position_pictures.show_products(model, trace)
