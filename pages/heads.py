"""Heads: one layer's heads side by side, what each adds, and what changes when some fall silent."""

import streamlit as st

from components.layer_heads import layer_heads
from transformer import Intervention
from ui import averaged_heads, code, dials, heads, lesson, orientation, page, reading, tokens, words

page.begin("Heads")
model = reading.model()
layer = dials.layer(model)
dials.queries_as()


@st.fragment
def sentence_and_pictures() -> None:
    text = reading.sentence()
    silenced = heads.silenced(model, layer)
    before = reading.trace(text)
    trace = reading.trace(text, Intervention(silenced=silenced)) if silenced else before
    tokens.chips(trace)
    side_by_side, following = st.columns([66, 34], gap="medium")
    with side_by_side:
        st.subheader(f"The {model.config.n_heads} heads of layer {layer + 1}", anchor=False)
        st.caption(f"Each in its own way. {orientation.softmax_direction()} Click a head to silence it.")
        layer_heads(
            heads.patterns(trace, layer),
            tokens=trace.words,
            names=words.roles(model)[layer],
            silenced=[head for at, head in silenced if at == layer],
            alt=f"Attention patterns of the heads of layer {layer + 1} over {len(trace.words)} tokens.",
            key="layer_heads",
            on_toggled_change=lambda: heads.toggle_from("layer_heads", layer),
            transposed=orientation.transposed(),
            text=text,
        )
    with following:
        st.subheader("Next word, without the silenced heads", anchor=False)
        st.caption("Dashed: with every head speaking. A head matters for this sentence if a bar leaves its outline.")
        heads.show_next_words(model, before, trace)
    st.subheader(f"What each head of layer {layer + 1} adds for the last token", anchor=False)
    st.caption("Left: how long the vector is that the head adds. Right: its numbers; attended is their sum.")
    heads.show_contributions(model, trace, layer)
    code.show("heads")
    st.subheader("Why not average the heads?", anchor=False)
    st.caption(
        "Give all heads one pattern, the mean of theirs. Look which words it moves, and what it costs this sentence."
    )
    averaged_heads.show(model, before, layer)
    st.subheader("How the heads got their names", anchor=False)
    heads.show_evidence(model, layer)


sentence_and_pictures()
lesson.show("heads")
