"""Real models: all heads of a model that others have trained, on the sentence typed."""

import streamlit as st

from components.board import board
from ui import contents, controls, dials, lesson, page, reading
from ui.real import models, pair, wall
from ui.real.found import FOUND


def show() -> None:
    """Draw the view."""
    lesson.lead("real")
    if FOUND:
        dials.queries_as()
        _sentence_and_pictures()
    else:
        st.info(models.NONE_HERE)
    lesson.more("real")


@page.part
def _sentence_and_pictures() -> None:
    text = reading.sentence()
    below = st.container()
    with dials.row():
        name = models.menu()
        model = models.opened(name)
        chosen = dials.real_head(model)
        order = controls.menu("heads_by", "Heads in the order of", wall.AS_THEY_STAND, width=190)
        left_out = controls.toggle("without_first", "Without the first token", False)
        together = pair.can_read_both(model.plan) and pair.read_together()
    second = ""
    if compares := pair.can_compare(model.plan):
        with below:
            second = pair.second_sentence()
    together = together and second != ""
    trace = model.trace_pair(text, second) if together else reading.trace(text)
    patterns = wall.patterns_of(trace, first_left_out=left_out)
    with board(key="real", text=text, model=name) as screen:
        reading.say_if_cut(trace)  # no chips: the words stand at the head
        shares, least = ((36, 32, 32), (360, 300, 300)) if compares else ((46, 32, 22), (420, 300, 220))
        every, head, following, words = wall.columns(screen, trace.plan, shares, least)
        with every:
            wall.show_all(screen, trace, patterns, model.roles, chosen=chosen, order=order, left_out=left_out)
        with head:
            wall.show_head(screen, trace, patterns, model.roles, chosen=chosen, left_out=left_out)
            if found := models.said_of(name, chosen):
                screen.note(found)
        with following:
            if together:
                pair.show_between(screen, model, trace, chosen)
            elif compares:
                pair.show(screen, model, trace, second)
            else:
                wall.show_next(screen, model, trace)
        with words:
            wall.say_what_is_shared(screen, trace)
            if name in models.ABOUT:
                screen.note(models.ABOUT[name])
    at = {"real_layer": str(chosen[0] + 1), "real_head": str(chosen[1] + 1)}
    contents.link("attention", "Take the chosen head apart, number by number →", {"text": text, "model": name} | at)
