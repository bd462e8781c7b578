"""Logits: one logit, taken apart."""

from headlight.frame import code, lesson, page, reading
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.views.next_word import next_word_reading, writing


@scripted(needs=("next words", "plain logits"))
def show() -> None:
    """Draw the view."""
    lesson.lead("logits")
    _sentence_and_pictures(next_word_reading.candidate())
    code.show("logit")
    lesson.more("logits")


@page.part
def _sentence_and_pictures(candidate: int) -> None:
    text = reading.sentence()
    trace = reading.trace(text)
    with board(key="logit", text=text) as screen:
        writing.so_far(screen, trace)
        next_word_reading.show_logit(screen, reading.shown_model(), trace, candidate)
    if page.arithmetic():
        with board(key="logit_arithmetic", text=text) as screen:
            next_word_reading.show_sum(screen, trace, candidate)
