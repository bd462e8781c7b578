"""Vanishing gradient: how much of the loss's gradient comes back to each layer, and why a plain deep stack loses it."""

from components.board import board
from transformer import Intervention
from ui import lesson, page, reading, tokens
from ui.follow import gradients, residual_off


def show() -> None:
    """Draw the view."""
    lesson.lead("vanishing_gradient")
    _sentence_and_pictures(residual_off.cut_off(reading.model()), gradients.weight_size())
    lesson.more("vanishing_gradient")


@page.part
def _sentence_and_pictures(cut: Intervention, size: float) -> None:
    text = reading.sentence()
    trace = reading.trace(text)
    with board(key="vanishing_gradient", text=text) as screen:
        tokens.chips(trace)
        gradients.show(screen, reading.model(), trace, cut, size)
