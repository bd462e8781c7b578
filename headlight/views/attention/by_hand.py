"""Attention by hand: on the words' own vectors, and with a head's projections, side by side."""

from headlight.frame import code, dials, lesson, page, reading, widgets
from headlight.frame.registry import scripted
from headlight.views.attention import one_form, projections
from transformer import LanguageModel


@scripted(alone="every step of it is written down for this one")
def show() -> None:
    """Draw the view."""
    lesson.lead("by_hand")
    model = reading.model()
    layer, head = widgets.head(model)
    compared = projections.dials_of_comparison()
    places = widgets.cell_beside()
    widgets.queries_as()
    sentence_and_pictures(model, layer, head, places, compared)
    code.show("simple_attention")
    lesson.more("by_hand")


@page.part
def sentence_and_pictures(
    model: LanguageModel, layer: int, head: int, places: widgets.Places, compared: projections.Compared
) -> None:
    """Both patterns and what they bring back; one click deeper their scores, and the head's as one form."""
    trace = reading.trace(reading.sentence())
    cell = dials.cell_of(trace.layers[layer].pattern[head], places)
    sides = projections.both(model, trace, layer, head, compared)
    projections.side_by_side(trace, layer, head, cell, sides)
    if page.arithmetic():
        projections.scores(model, trace, layer, head, cell, sides)
        one_form.show(model, layer, head)
