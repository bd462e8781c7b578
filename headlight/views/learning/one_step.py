"""One step: the sentence is learned a little, and what that changes; then it is undone."""

import streamlit as st

from headlight.frame import code, lesson, page, reading, tokens, widgets
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.views.learning import one_step_room as one_step
from transformer import LanguageModel
from transformer.experiments.descent import one_step as down


@scripted(alone="it is small enough to be trained while you wait")
def show() -> None:
    """Draw the view."""
    lesson.lead("one_step")
    model = reading.model()
    layer, head = widgets.head(model)
    widgets.queries_as()
    _sentence_and_pictures(model, layer, head)
    code.show("one_step")
    lesson.more("one_step")


@page.part
def _sentence_and_pictures(model: LanguageModel, layer: int, head: int) -> None:
    text = reading.sentence()
    with widgets.many(), st.container(horizontal=True, gap="medium", vertical_alignment="bottom"):
        rate, taken = one_step.rate(), one_step.taken()
    trace = reading.trace(text)
    tokens.say_if_cut(trace)
    sides = one_step.Sides(trace)
    if taken and trace.last:
        step = down(model, [token.id for token in trace.tokens], rate)
        sides = one_step.Sides(trace, step.after.trace(text), step)
    with board(key="one_step", text=text) as screen:
        one_step.show(screen, model, sides, layer, head, rate)
    if page.arithmetic():
        with board(key="one_step_arithmetic", text=text) as screen:
            one_step.arithmetic(screen, model, sides, rate)
