"""Ten steps: a sentence learned by heart, and what that did to another one."""

import streamlit as st

from headlight.frame import code, lesson, page, reading, tokens, widgets, words
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.views.learning import by_heart_room as by_heart
from headlight.views.learning import one_step_room as one_step
from transformer import LanguageModel


@scripted(alone="it is small enough to be trained while you wait")
def show() -> None:
    """Draw the view."""
    lesson.lead("by_heart")
    _sentence_and_pictures(reading.model())
    code.show("by_heart")
    lesson.more("by_heart")


@page.part
def _sentence_and_pictures(model: LanguageModel) -> None:
    text = reading.sentence()
    trace = reading.trace(text)
    with board(key="to_learn", text=text):
        tokens.chips(trace)
    with widgets.many(), st.container(horizontal=True, gap="medium", vertical_alignment="bottom"):
        rate, other = one_step.rate(), by_heart.other_sentence()
        pressed = st.button("Learn it by heart: ten steps", key="learn_by_heart", disabled=not trace.last)
    if not trace.last:
        st.caption(words.NO_LOSS)
    learned = by_heart.of(text, other, rate, pressed=pressed)
    with board(key="by_heart", model=model.name) as screen:
        if learned:
            by_heart.show(screen, learned)
        elif trace.last:
            screen.note(by_heart.before_it(text, other))
