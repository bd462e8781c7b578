"""Softmax and scaling, one head: what the root, a multiplier and a temperature do to its weights."""

import streamlit as st

from headlight.frame import code, lesson, page, reading, widgets
from headlight.frame.reader import Model
from headlight.frame.registry import scripted
from headlight.views.scaling import real_head


@scripted(needs=())
def show() -> None:
    """Draw the view."""
    lesson.lead("scaling")
    model = reading.shown_model()
    layer, head = widgets.head(model)
    with st.sidebar:
        temperature = widgets.attention_temperature()
    widgets.queries_as()
    sentence_and_pictures(model, layer, head, temperature)
    code.show("scaling")
    lesson.more("scaling")


@page.part
def sentence_and_pictures(model: Model, layer: int, head: int, temperature: float) -> None:
    """The head with the root and without, and what that does to the next word; one click deeper what it can learn."""
    text = reading.sentence()
    change = real_head.asked(temperature)
    plain = reading.trace(text)
    trace = plain if change == plain.intervention else reading.trace(text, change)
    real_head.show(model, plain, trace, layer, head)
    if page.arithmetic():
        real_head.slopes(trace, layer, head)
