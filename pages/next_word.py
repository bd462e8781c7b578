"""Next word: from the logits after the sentence to one token, and the sentence written on."""

import streamlit as st

from transformer.sampling import next_token
from ui import arithmetic, code, dials, lesson, next_word, page, reading, tokens, writing

page.begin("Next word")
model = reading.model()


@st.fragment
def sentence_and_pictures() -> None:
    text = reading.sentence()
    with dials.row():
        sampling, seed = next_word.sampling()
    trace = reading.trace(text)
    tokens.chips(trace, strong=writing.places(trace))
    writing.buttons(model, text, sampling, seed=seed)
    writing.show_written(text)
    step = next_token(trace.next_logits, sampling)
    bars, table = st.columns([36, 64], gap="medium")
    with bars:
        st.subheader("What comes next", anchor=False)
        st.caption(
            "Faded: cut, cannot be drawn. The others then share all of the probability; dashed is before the cut."
        )
        next_word.show_bars(model, step, seed=seed, text=text)
    with table:
        st.subheader("From logit to probability", anchor=False)
        st.caption("Left to right: divide by the temperature T, exp, divide by the sum, cut, divide by the sum again.")
        next_word.show_table(model, step)
    st.subheader("The likeliest token, step by step", anchor=False)
    st.latex(arithmetic.probability_of_likeliest(step, sampling.temperature))
    code.show("next_word")
    st.subheader("How surprised the model was by your words", anchor=False)
    st.caption("Each token was predicted from those before it. Deeper colour: less expected.")
    next_word.show_surprises(trace)


sentence_and_pictures()
lesson.show("next_word")
