"""Attention at each step: where a head looks while the model writes."""

from components.board import board
from transformer.sampling import Sampling
from ui import code, dials, lesson, live_check, page, reading
from ui.follow import next_word, writing


def show() -> None:
    """Draw the view."""
    lesson.lead("looks")
    layer, head = dials.head(reading.shown_model())
    sampling, seed = next_word.sampling()
    dials.queries_as()
    _sentence_and_pictures(sampling, seed, layer, head)
    code.show("looks")
    lesson.more("looks")


@page.part
def _sentence_and_pictures(sampling: Sampling, seed: int, layer: int, head: int) -> None:
    model = reading.shown_model()
    text = reading.sentence()
    writing.buttons(model, text, sampling, seed=seed)
    trace = reading.trace(text)
    with board(key="looks_at_each_step", text=text) as screen:
        writing.so_far(screen, trace)
        writing.show_looks(screen, model, trace, layer=layer, head=head)
        screen.note(live_check.in_words(trace, layer))
