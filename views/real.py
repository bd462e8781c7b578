"""Real models: all heads of a model that others have trained, on the sentence typed."""

import streamlit as st

from components.board import board
from transformer import OpenedModel
from ui import contents, dials, lesson, page, reading
from ui.real import findings, models, pair, wall
from ui.real.found import FOUND

_BESIDE_A_PAIR = (36, 32, 32), (360, 300, 300)  # columns, where what stands last is a matrix


def show() -> None:
    """Draw the view."""
    lesson.lead("real")
    if FOUND:
        with st.sidebar:
            model = models.opened(models.menu())
            findings.offer(model.name)
        chosen = dials.head(model)
        with st.sidebar:
            asked = wall.asked(model)
        dials.queries_as()
        _sentence_and_pictures(model, chosen, asked)
    else:
        st.info(models.NONE_HERE)
    lesson.more("real")


@page.part
def _sentence_and_pictures(model: OpenedModel, chosen: tuple[int, int], asked: wall.Asked) -> None:
    text = reading.sentence()
    compares = pair.can_compare(model.plan)
    second, together = pair.second_sentence(model.plan) if compares else ("", False)
    trace = reading.trace_pair(model, text, second) if together else reading.trace(text)
    patterns = wall.patterns_of(trace, asked)
    with board(key="real", text=text) as screen:
        reading.say_if_cut(trace)  # no chips: the words stand at the head
        shares, least = _BESIDE_A_PAIR if compares else (wall.SHARES, wall.LEAST)
        every, head, following = screen.columns(*shares, least=least)
        with every:
            wall.show_all(screen, trace, patterns, model.roles, chosen=chosen, asked=asked)
            wall.say_what_is_shared(screen, trace)
            if model.name in models.ABOUT:
                screen.note(models.ABOUT[model.name])
        with head:
            wall.show_head(screen, trace, patterns, model.roles, chosen=chosen, left_out=asked.first_left_out)
            if found := findings.of_head(model.name, chosen, text):
                screen.note(found)
        with following:
            if together:
                pair.show_between(screen, model, trace, chosen)
            elif compares:
                pair.show(screen, model, trace, second)
            else:
                wall.show_next(screen, model, trace)
    at = {"real_layer": str(chosen[0] + 1), "real_head": str(chosen[1] + 1), "model": models.shown()}
    contents.link("attention", "Take the chosen head apart, number by number →", {"text": text} | at)
