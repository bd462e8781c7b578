"""Positions compared: four models trained alike but for positions, on the sentence typed."""

import streamlit as st

from components.board import board
from ui import code, dials, lesson, page, reading, tokens, twin_encodings, twin_sentence, twins

page.begin("Positions compared")
reading.model()
models = twins.models()


@st.fragment
def sentence_and_pictures() -> None:
    text = reading.sentence()
    traces = twin_sentence.traces(models, text)
    with board(key="twins") as screen:
        tokens.chips(traces["none"])
        twin_sentence.show_heads(screen, models, traces)
        twin_sentence.show_losses(screen, models, traces)

    st.subheader("Shuffle the words: who notices?", anchor=False)
    st.caption(
        "f is the whole model, P a shuffle. Where f(Px) = P f(x), each token comes out as before, wherever it stands: "
        "the model sees a bag of words. Each cell is how far a token's output moved."
    )
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        seed = twin_sentence.shuffle_seed()
    twin_sentence.show_shuffle(models, traces["none"], seed)

    st.subheader("Begin further on: where positions end", anchor=False)
    st.caption("Trained on 64 positions. Move the text beyond them, as if something unseen stood before it.")
    first = twin_sentence.start()
    with board(key="places") as screen:
        twin_sentence.show_start(screen, models, traces, first)
        twin_sentence.show_similarity(screen, models, traces)


@st.fragment
def encodings() -> None:
    st.subheader("What each twin is told", anchor=False)
    with dials.row():
        kind = twin_encodings.kind()
        dimensions = twin_encodings.waves()
    twin_encodings.show(models, kind, dimensions)
    st.subheader("Why waves: a smooth counter", anchor=False)
    twin_encodings.show_counter(models)
    st.subheader("A shift is a rotation", anchor=False)
    st.caption(
        "Going k positions on turns every pair of dimensions by an angle that depends on k alone: one matrix R(k) for "
        "every place."
    )
    twin_encodings.show_shift(models, kind, dimensions, twin_encodings.distance())


sentence_and_pictures()
encodings()
code.show("position_twins")
twin_encodings.show_sizes()
lesson.show("position_twins")
