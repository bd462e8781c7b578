"""Kinds of text: how far a token reaches in them, beside the sentence typed, and four cuts worth knowing."""

from headlight.frame import lesson, page, reading
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.views.tokens import kinds_of_text_room as kinds_of_text


@scripted(alone="")
def show() -> None:
    """Draw the view."""
    lesson.lead("kinds_of_text")
    _sentence()
    lesson.more("kinds_of_text")


@page.part
def _sentence() -> None:
    model = reading.model()
    text = reading.sentence()
    with board(key="kinds_of_text", text=text) as screen:
        kinds_of_text.show_reach(screen, model, text)
        kinds_of_text.show_cuts(screen, model)
