"""Additive and dot product: two ways to score a query against a key, on the same queries and keys."""

from ui import code, dials, lesson, page, reading
from ui.scratch import scoring


def show() -> None:
    """Draw the view."""
    lesson.lead("scoring")
    model = reading.model()
    layer, head = dials.head(model)
    dials.queries_as()

    @page.part
    def sentence_and_pictures() -> None:
        text = reading.sentence()
        trace = reading.trace(text)
        additive = scoring.scorer(model, layer, head)
        with dials.row():
            drawn = scoring.scores_or_weights()
            cell = dials.cell(trace.layers[layer].pattern[head])
        scoring.side_by_side(trace, layer, head, additive, cell, drawn)
        if page.arithmetic():
            scoring.worked_out(trace, layer, head, additive, cell)
            scoring.measured(model.config.d_head, len(additive.v))

    sentence_and_pictures()
    code.show("scoring")
    lesson.more("scoring")
