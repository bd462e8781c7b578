"""Attention at each step: where a head looks while the model writes."""

from headlight.frame import code, lesson, live_check, page, reading, widgets
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.views.next_word import next_word_room as next_word
from headlight.views.next_word import writing
from transformer.sampling import Sampling


@scripted(needs=("next words",))
def show() -> None:
    """Draw the view."""
    lesson.lead("looks")
    layer, head = widgets.head(reading.shown_model())
    sampling, seed = next_word.sampling()
    widgets.queries_as()
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
