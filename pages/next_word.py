"""Next word: from the logits after the sentence to one token, the sentence written on, and where the answer arose."""

import streamlit as st

from transformer.sampling import next_token
from ui import dials, lesson, next_word, next_word_reading, page, reading, tokens, writing

page.begin("Next word")
model = reading.model()
layer, head = dials.head(model)
dials.queries_as()


@st.fragment
def sentence_and_pictures() -> None:
    text = reading.sentence()
    with dials.row():
        sampling, seed = next_word.sampling()
    trace = reading.trace(text)
    tokens.chips(trace, strong=writing.places(trace))
    writing.buttons(model, text, sampling, seed=seed)
    writing.show_written(text)
    choosing, looking, logits, lens, surprise = st.tabs(
        ["Choosing", "Attention at each step", "Logits", "Logit lens", "Surprise"], key="view", bind="query-params"
    )
    # Only the open one is computed and drawn.
    if choosing.open:
        with choosing:
            next_word.show_choice(model, next_token(trace.next_logits, sampling), sampling, seed=seed, text=text)
    if looking.open:
        with looking:
            writing.show_looks(model, trace, layer, head)
    if logits.open:
        with logits:
            next_word_reading.show_logit(model, trace)
    if lens.open:
        with lens:
            next_word_reading.show_lens(model, trace)
    if surprise.open:
        with surprise:
            next_word.show_surprises(trace)


sentence_and_pictures()
lesson.show("next_word")
