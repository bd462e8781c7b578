"""Mask switchboard: every mask, cells by hand, what each does to the pattern, the next word and the loss."""

from headlight.frame import code, lesson, page, reading, widgets
from headlight.frame.registry import scripted
from headlight.views.masking import mask_board, mask_switches
from transformer import LanguageModel


@scripted(alone="it has a mark to pad a text with")
def show() -> None:
    """Draw the view."""
    lesson.lead("mask_switchboard")
    model = reading.model()
    layer, head = widgets.head(model)
    widgets.queries_as()
    sentence_and_pictures(model, layer, head)
    code.show("mask_switchboard")
    lesson.more("mask_switchboard")


@page.part
def sentence_and_pictures(model: LanguageModel, layer: int, head: int) -> None:
    """The switches, a click on a cell, and what follows; one click deeper the scores and one row worked out."""
    text = reading.sentence()
    change, cells = mask_switches.chosen()
    trace, causal, saved = mask_board.traces(text, change, cells)
    said = mask_switches.in_words(len(cells), len(trace.intervention.toggled), saved)
    mask_board.show(model, trace, causal, layer, head, said)
    if page.arithmetic():
        mask_board.scores(trace, layer, head)
