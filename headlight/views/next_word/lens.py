"""Logit lens: what each layer would say for the next token if it were the last."""

from headlight.frame import code, dials, lesson, page, reading, tokens, widgets
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.views.next_word import next_word_reading


@scripted(needs=("next words",))
def show() -> None:
    """Draw the view."""
    lesson.lead("lens")
    token = widgets.token_beside()
    _sentence_and_pictures(token, next_word_reading.without_itself(reading.shown_model()))
    code.show("lens")
    lesson.more("lens")


@page.part
def _sentence_and_pictures(token: int | None, without_itself: bool) -> None:
    text = reading.sentence()
    trace = reading.trace(text)
    place = dials.at(token, len(trace.tokens))
    with board(key="lens", text=text) as screen:
        tokens.chips(trace, strong=(place,), on_place=dials.choose_token)
        worked = next_word_reading.show_lens(screen, reading.shown_model(), trace, place, without_itself=without_itself)
    if page.arithmetic():
        with board(key="lens_arithmetic", text=text):
            next_word_reading.show_probabilities(worked)
