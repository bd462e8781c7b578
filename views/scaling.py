"""Scaling and softmax: why scores are divided by a root, seen on a real head and on numbers of one's own."""

import streamlit as st

from components.board import board
from components.formula import formula
from formulas import softmax
from transformer import Intervention
from ui import code, dials, lesson, live_check, orientation, page, reading, tokens, words
from ui.experiments import saturation
from ui.follow import numbers, sharpness


def show() -> None:
    """Draw the view."""
    lesson.lead("scaling")
    model = reading.model()
    layer, head = dials.head(model)
    dials.queries_as()

    @page.part
    def sentence_and_pictures() -> None:
        text = reading.sentence()
        temperature = dials.attention_temperature(width=280)
        trace = reading.trace(text, Intervention(temperature=temperature))
        with board(key="with_and_without_root", text=text) as screen:
            tokens.chips(trace)
            screen.heading(
                words.head_title(model, layer, head, trace),
                "Both pictures start from the same scores of this head, from "
                "one pass in which every head is scaled. Only "
                "the root before the softmax differs: without it, look how a word's weight gathers in one place. "
                f"{orientation.softmax_direction()}",
            )
            sharpness.patterns(screen, trace, layer, head)
            screen.note(live_check.in_words(trace, layer))
            screen.heading(
                "Entropy of each token's weights",
                "In nats: 0 when all weight is in one place, more the more "
                "evenly it is spread. The first token can look "
                "only at itself, so it has 0.",
            )
            sharpness.entropies(trace, layer, head)

    @page.part
    def numbers_and_softmax() -> None:
        typed, curve = st.columns(2, gap="large")
        with typed:
            st.subheader("Softmax of your own numbers", anchor=False)
            st.caption(
                "Each bar is a number's weight; all bars together make 1. "
                "Look how the largest takes more as you multiply."
            )
            values = numbers.box()
            factor = numbers.factor()
            weights = numbers.weights(values * factor)
        with curve:
            st.subheader("From even to one-hot", anchor=False)
            st.caption("Small factors make all weights alike, large ones leave one. The dots are your setting.")
            saturation.over_multipliers(
                values, factor, key="saturation", norm=False, x_title="multiplier / temperature"
            )
            formula(softmax.softmax_table(values * factor, weights), key="softmax_table")

    sentence_and_pictures()
    st.caption(
        "Attention temperature divides the scores of every head, and so changes all that the model computes. Output "
        "temperature, on the page Next word, divides the logits at the very end: only the choice of the next word."
    )
    code.show("scaling")
    numbers_and_softmax()
    sharpness.variances()
    lesson.more("scaling")
