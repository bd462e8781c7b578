"""Averaged: all heads of a layer look by the mean of their patterns, and what that costs."""

from headlight.frame import dials, lesson, page, reading, tokens
from headlight.pictures.board import board
from headlight.views.heads import averaged_heads_room as averaged_heads


def show() -> None:
    """Draw the view."""
    lesson.lead("averaged_heads")
    layer = dials.layer(reading.shown_model())
    averaged_in = averaged_heads.where()
    dials.queries_as()
    _sentence_and_pictures(layer, averaged_in)
    lesson.more("averaged_heads")


@page.part
def _sentence_and_pictures(layer: int, averaged_in: str) -> None:
    text = reading.sentence()
    trace = reading.trace(text)
    with board(key="averaged_heads", text=text) as screen:
        tokens.chips(trace)
        averaged_heads.show(screen, reading.shown_model(), trace, layer, averaged_in)
