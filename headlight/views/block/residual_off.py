"""Residual off: what becomes of the next word, the loss and the tokens where sublayers replace the stream."""

from headlight.frame import code, lesson, page, reading, tokens
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.views.block import residual_off_room as residual_off
from transformer import Intervention


@scripted(alone="")
def show() -> None:
    """Draw the view."""
    lesson.lead("residual_off")
    _sentence_and_pictures(residual_off.cut_off(reading.model()))
    code.show("residual_off")
    lesson.more("residual_off")


@page.part
def _sentence_and_pictures(cut: Intervention) -> None:
    text = reading.sentence()
    before, after = reading.trace(text), reading.trace(text, cut)
    with board(key="residual_off", text=text) as screen:
        tokens.chips(before)
        residual_off.show(screen, reading.model(), before, after)
    if len(before.tokens) > 1 and page.arithmetic():
        with board(key="residual_off_arithmetic", text=text) as screen:
            residual_off.show_likeness(screen, before, after)
