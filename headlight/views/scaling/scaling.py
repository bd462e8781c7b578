"""Softmax and scaling, one head: what the root, a multiplier and a temperature do to its weights."""

import streamlit as st

from headlight.frame import code, dials, lesson, page, reading
from headlight.frame.models import Model
from headlight.views.scaling import real_head


def show() -> None:
    """Draw the view."""
    lesson.lead("scaling")
    model = reading.shown_model()
    layer, head = dials.head(model)
    with st.sidebar:
        temperature = dials.attention_temperature()
    dials.queries_as()
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
