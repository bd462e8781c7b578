"""Positions compared: four models trained alike but for positions, on the sentence typed."""

import streamlit as st

from components.board import board
from transformer.readings.order import shuffle
from ui import code, dials, lesson, live_check, page, reading, tokens
from ui.experiments import twin_encodings, twin_measured, twin_sentence, twins


def show() -> None:
    """Draw the view."""
    lesson.lead("position_twins")
    reading.model()
    models = twins.models()
    seed = twin_sentence.shuffle_seed()
    first = twin_sentence.start()
    dials.queries_as()

    @page.part
    def sentence_and_pictures() -> None:
        text = reading.sentence()
        trace = models["none"].trace(text)
        order = shuffle(len(trace.tokens), seed)
        readings = twin_sentence.read(models, trace, order)
        moved = twin_sentence.differences(models, trace, readings, order)
        with board(key="twins", text=trace.text) as screen:
            tokens.chips(trace)
            screen.note(f"The twin without positions: {live_check.everywhere(trace)}")
            twin_sentence.show_heads(screen, models, trace, readings)
            twin_sentence.show_shuffle(screen, trace, order, moved)
            twin_sentence.show_start(screen, models, trace, readings, first)

    @page.part
    def encodings() -> None:
        st.subheader("What each twin is told", anchor=False)
        st.caption("What says to each where a token stands: added to its embedding, or turning its queries and keys.")
        with dials.row():
            kind = twin_encodings.kind()
            dimensions = twin_encodings.waves()
        twin_encodings.show(models, kind, dimensions)
        twin_encodings.show_similarity(models)
        st.subheader("Why waves: a smooth counter", anchor=False)
        st.caption("Positions 0 to 15 down, fast to slow across. Both tell all of them apart; only one of them jumps.")
        twin_encodings.show_counter(models)
        st.subheader("A shift is a rotation", anchor=False)
        st.caption("Going k positions on turns every pair of dimensions by an angle that depends on k alone.")
        twin_encodings.show_shift(models, kind, dimensions, twin_encodings.distance())

    sentence_and_pictures()
    st.subheader("What each one learned", anchor=False)
    st.caption(
        "Measured once, on texts that none of them was trained on. Look which source and which length part them."
    )
    twin_measured.show(models)
    encodings()
    code.show("position_twins")
    twin_measured.show_sizes()
    lesson.more("position_twins")
