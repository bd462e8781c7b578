"""Averaged: all heads of a layer look by the mean of their patterns, and what that costs."""

from headlight.frame import lesson, page, reading, tokens, widgets
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.views.heads import averaged_heads_room as averaged_heads


@scripted(needs=("next words",))
def show() -> None:
    """Draw the view."""
    lesson.lead("averaged_heads")
    layer = widgets.layer(reading.shown_model())
    averaged_in = averaged_heads.where()
    widgets.queries_as()
    _sentence_and_pictures(layer, averaged_in)
    lesson.more("averaged_heads")


@page.part
def _sentence_and_pictures(layer: int, averaged_in: str) -> None:
    text = reading.sentence()
    trace = reading.trace(text)
    with board(key="averaged_heads", text=text) as screen:
        tokens.chips(trace)
        averaged_heads.show(screen, reading.shown_model(), trace, layer, averaged_in)
