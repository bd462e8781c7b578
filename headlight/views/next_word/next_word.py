"""Choosing: one token is drawn from all, and the sentence goes on with it."""

from headlight.frame import code, lesson, page, reading
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.views.next_word import next_word_room as next_word
from headlight.views.next_word import writing
from transformer.sampling import Sampling, next_token


@scripted(needs=("next words",))
def show() -> None:
    """Draw the view."""
    lesson.lead("next_word")
    _sentence_and_pictures(*next_word.sampling())
    code.show("next_word")
    lesson.more("next_word")


@page.part
def _sentence_and_pictures(sampling: Sampling, seed: int) -> None:
    model = reading.shown_model()
    text = reading.sentence()
    writing.buttons(model, text, sampling, seed=seed)
    trace = reading.trace(text)
    step = next_token(trace.next_logits, sampling)
    with board(key="choice", text=text) as screen:
        writing.so_far(screen, trace)
        following, cut = screen.columns(62, 38, least=(300, 290))
        with following:
            screen.heading(
                "What comes next",
                "Faded: cut, so it cannot be drawn. The others share its probability; dashed: before the cut.",
            )
            next_word.show_bars(model, step, seed=seed, text=text)
        with cut:
            next_word.show_cut(screen, step, sampling)
    if page.arithmetic():
        with board(key="choice_arithmetic", text=text) as screen:
            next_word.show_way(screen, model, step, sampling)
