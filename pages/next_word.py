"""Next word: from the logits after the sentence to one token, the sentence written on, and where the answer arose."""

from collections.abc import Callable
from functools import partial

import streamlit as st

from transformer import Trace
from ui import code, dials, lesson, page, reading
from ui.follow import next_word, next_word_reading, writing

page.begin("Next word")
model = reading.model()
layer, head = dials.head(model)
sampling, seed = next_word.sampling()
dials.queries_as()
VIEWS = {  # what draws each, and the snippet that recomputes it
    "Choosing": (partial(next_word.show_choice, model, sampling=sampling, seed=seed), "next_word"),
    "Attention at each step": (partial(writing.show_looks, model, layer=layer, head=head), "looks"),
    "Logits": (partial(next_word_reading.show_logit, model), "logit"),
    "Logit lens": (partial(next_word_reading.show_lens, model), "lens"),
    "Surprise": (next_word.show_surprises, "surprise"),
}


@page.part
def sentence_and_pictures(draw: Callable[[Trace], None]) -> None:
    text = reading.sentence()
    writing.buttons(model, text, sampling, seed=seed)
    draw(reading.trace(text))


tabs = st.tabs(list(VIEWS), key="view", bind="query-params")
for tab, (draw, snippet) in zip(tabs, VIEWS.values(), strict=True):
    if tab.open:  # only this one is computed and drawn
        with tab:
            sentence_and_pictures(draw)
            code.show(snippet)
lesson.show("next_word")
