"""Additive and dot product: two ways to score a query against a key, on the same queries and keys."""

from headlight.frame import code, dials, lesson, page, reading, widgets
from headlight.frame.registry import scripted
from headlight.views.why_attention import scoring_room as scoring


@scripted(alone="it is compared with networks of its size")
def show() -> None:
    """Draw the view."""
    lesson.lead("scoring")
    model = reading.model()
    layer, head = widgets.head(model)
    places = widgets.cell_beside()
    widgets.queries_as()

    @page.part
    def sentence_and_pictures() -> None:
        text = reading.sentence()
        trace = reading.trace(text)
        with widgets.many():
            additive, drawn = scoring.scorer(model, layer, head)
        cell = dials.cell_of(trace.layers[layer].pattern[head], places)
        scoring.side_by_side(trace, layer, head, additive, cell, drawn)
        if page.arithmetic():
            scoring.worked_out(trace, layer, head, additive, cell)
            scoring.measured(model.config.d_head, len(additive.v))

    sentence_and_pictures()
    code.show("scoring")
    lesson.more("scoring")
