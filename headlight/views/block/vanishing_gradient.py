"""Vanishing gradient: how much of the loss's gradient comes back to each layer, and why a plain deep stack loses it."""

from headlight.frame import lesson, page, reading, tokens
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.views.block import gradients
from headlight.views.block import residual_off_room as residual_off
from transformer import Intervention


@scripted(alone="they need gradients, which take several passes of it")
def show() -> None:
    """Draw the view."""
    lesson.lead("vanishing_gradient")
    _sentence_and_pictures(residual_off.cut_off(reading.model()))
    lesson.more("vanishing_gradient")


@page.part
def _sentence_and_pictures(cut: Intervention) -> None:
    text = reading.sentence()
    trace = reading.trace(text)
    with board(key="vanishing_gradient", text=text) as screen:
        tokens.chips(trace)
        gradients.show(screen, reading.model(), trace, cut)
