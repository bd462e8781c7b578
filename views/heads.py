"""Heads: one layer's heads side by side, what each adds, and what changes when some fall silent."""

from functools import partial

import numpy as np
import streamlit as st

from components.board import board
from components.layer_heads import layer_heads
from transformer import Intervention
from ui import code, dials, lesson, live_check, orientation, page, reading, tokens, words
from ui.follow import averaged_heads, heads, sizes


def show() -> None:
    """Draw the view."""
    lesson.lead("heads")
    model = reading.model()
    layer = dials.layer(model)
    averaged_in = averaged_heads.where()
    dials.queries_as()

    @page.part
    def sentence_and_pictures() -> None:
        text = reading.sentence()
        silenced = heads.silenced(model, layer)
        before = reading.trace(text)
        trace = reading.trace(text, Intervention(silenced=silenced)) if silenced else before
        with board(key="heads", text=text) as screen:
            tokens.chips(trace)
            left, right = screen.columns(66, 34)
            with left:
                screen.heading(
                    f"The {model.config.n_heads} heads of layer {layer + 1}",
                    f"Each in its own way. {orientation.softmax_direction()} Click a head to enlarge it.",
                )
                layer_heads(
                    trace.layers[layer].pattern,
                    hidden=np.isneginf(trace.layers[layer].masked),
                    tokens=trace.words,
                    names=[words.measured(model, trace, layer, head) for head in range(model.config.n_heads)],
                    silenced=[head for at, head in silenced if at == layer],
                    alt=f"Attention patterns of the heads of layer {layer + 1} over {len(trace.words)} tokens.",
                    key="layer_heads",
                    on_head=partial(heads.toggle, layer),
                    transposed=orientation.transposed(),
                )
            with right:
                screen.heading(
                    "Next word, without the silenced heads",
                    "Dashed: with every head speaking. A head matters for this sentence if a bar leaves its outline.",
                )
                heads.show_next_words(model, before, trace)
            screen.note(live_check.in_words(trace, layer))
            heads.show_contributions(screen, model, trace, layer)
            averaged_heads.show(screen, model, before, layer, averaged_in)

    sentence_and_pictures()
    code.show("heads")
    shared, evidence = st.columns([28, 72], gap="medium")
    with shared:
        st.subheader("d_model, split into heads", anchor=False)
        st.caption("The numbers of a token, shared out: every head has as many as every other.")
        heads.show_sizes(model.config)
    with evidence:
        st.subheader("How the heads got their names", anchor=False)
        st.caption(
            "Each cell: the head's mean weight on that place, measured on text it was not trained on / the same with "
            "places shuffled. A head is named where the first is well above the second."
        )
        heads.show_evidence(model, layer)
    with board(key="sizes_board") as screen:
        sizes.show(screen, model.config)
    lesson.more("heads")
