"""Masking: who may look at whom, and what that does to the pattern, the next word and the loss."""

import streamlit as st

from transformer import Intervention
from ui import code, dials, lesson, live_check, mask_effects, orientation, page, reading, stages, tokens, words

page.begin("Masking")
model = reading.model()
layer, head = dials.head(model)
dials.queries_as()


@st.fragment
def sentence_and_pictures() -> None:
    text = reading.sentence()
    mask = dials.mask()
    causal = reading.trace(text)
    trace = causal if mask == "causal" else reading.trace(text, Intervention(mask=mask))
    tokens.chips(trace)

    st.subheader(words.head_title(model, layer, head), anchor=False)
    st.caption(
        f"{orientation.softmax_direction()} Hatched cells are masked: −∞ before softmax, a weight of exactly 0 after."
    )
    for stage, column in zip(("scaled", "masked", "pattern"), st.columns(3, gap="medium"), strict=True):
        with column:
            stages.show(trace, layer, head, stage)
    live_check.show(trace, layer)

    alone, following = st.columns(2, gap="large")
    with alone:
        st.subheader("The mask itself", anchor=False)
        st.caption(
            "What is added to scaled: 0 changes nothing, −∞ hides. It is the same for every head and every text."
        )
        mask_effects.mask_itself(trace)
        if mask != "causal":
            head_now, head_causal = trace.layers[layer].pattern[head], causal.layers[layer].pattern[head]
            st.caption(mask_effects.on_attention(head_now, head_causal))
    with following:
        st.subheader("The next word", anchor=False)
        st.caption("After the last token; dashed, under another mask: what it was. Does the order change?")
        mask_effects.on_next_word(model, trace, causal)

    st.subheader("The loss of this text", anchor=False)
    st.caption(
        "How surprised the model is by each token that really follows: −ln of the probability it had. 0 is certainty. "
        "Look for the tokens that stand out."
    )
    mask_effects.on_loss(trace, causal)
    code.show("masking")


sentence_and_pictures()
lesson.show("masking")
