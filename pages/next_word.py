"""Next word: from the logits after the sentence to one token, the sentence written on, and where the answer arose."""

from collections.abc import Callable
from functools import partial

from transformer import Trace
from ui import code, controls, dials, lesson, page, reading
from ui.follow import agreement, next_word, next_word_reading, writing

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
    "Agreement": (partial(agreement.show, model), "agreement"),
}


@page.part
def sentence_and_pictures(draw: Callable[[Trace], None]) -> None:
    text = reading.sentence()
    writing.buttons(model, text, sampling, seed=seed)
    draw(reading.trace(text))


for name, tab in controls.tabs("view").items():
    if tab.open:  # only this one is computed and drawn
        draw, snippet = VIEWS[name]
        with tab:
            sentence_and_pictures(draw)
            code.show(snippet)
lesson.show("next_word")
