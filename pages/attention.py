"""Attention: one head, from its queries and keys to what it adds, and one of its numbers taken apart."""

import streamlit as st

from components.lines import lines
from components.strips import strips
from ui import code, dials, lesson, live_check, one_score, orientation, page, reading, stages, tokens, words

page.begin("Attention")
model = reading.model()
layer, head = dials.head(model)
dials.queries_as()


@st.fragment
def sentence_and_pictures() -> None:
    text = reading.sentence()
    trace = reading.trace(text)
    attention = trace.layers[layer]
    with dials.row():
        query, key = dials.cell(attention.pattern[head], model.config.max_tokens)
    tokens.chips(trace, strong=(query, key))
    where = f"layer {layer + 1}, head {head + 1}"

    st.subheader(words.head_title(model, layer, head), anchor=False)
    st.caption(
        f"Three learned matrices turn each token into a **query**, what it looks for, a **key**, what it is found by, "
        f"and a **value**, what it hands on: {model.config.d_head} numbers each. Look for tokens with like rows."
    )
    for name, column in zip(("queries", "keys", "values"), st.columns(3, gap="medium"), strict=True):
        with column:
            alt = f"{name.capitalize()} of {where}: a row for each token, a column for each dimension."
            strips({name: getattr(attention, name)[head]}, tokens=trace.words, alt=alt, key=name, text=text)

    st.subheader("From scores to weights", anchor=False)
    st.caption(f"{orientation.softmax_direction()} Choose a cell in any of the four to take its number apart below.")
    for pair in (("scores", "scaled"), ("masked", "pattern")):
        for stage, column in zip(pair, st.columns(2, gap="medium"), strict=True):
            with column:
                stages.show(trace, layer, head, stage, selected=(query, key), choosable=True)
    live_check.show(trace, layer)

    st.subheader("One number, taken apart", anchor=False)
    one_score.show(trace, layer, head, query, key)

    looks, adds = st.columns(2, gap="large")
    with looks:
        st.subheader("Who looks at whom", anchor=False)
        st.caption("The pattern once more: a thicker line is more weight. Point at a token to see its lines alone.")
        lines(attention.pattern[head], tokens=trace.words, alt=f"Weights of {where}.", key="lines", text=text)
    with adds:
        st.subheader("What it brings back", anchor=False)
        st.caption("**context** = pattern @ values: for each token the mean of the values it looks at, weighted.")
        alt = f"Context of {where}: a row for each token, a column for each dimension."
        strips({"context": attention.context[head]}, tokens=trace.words, alt=alt, key="context", row=14, text=text)
        st.caption(
            f"**attended**: the contexts of all {model.config.n_heads} heads side by side, times W_O. It mixes every "
            f"head of layer {layer + 1}, not this one alone, and is added to the residual stream."
        )
        alt = f"What all heads of layer {layer + 1} add: a row for each token, a column for each of d_model dimensions."
        strips({"attended": attention.attended}, tokens=trace.words, alt=alt, key="attended", row=14, text=text)
    code.show("attention")


sentence_and_pictures()
lesson.show("attention")
