"""Dense layer and attention: the same weights for every input, against weights made by the input."""

import streamlit as st

from headlight.frame import code, dials, lesson, page, reading
from headlight.views.why_attention import mixing


def show() -> None:
    """Draw the view."""
    lesson.lead("dense")
    model = reading.model()
    layer, head = dials.head(model)
    dials.queries_as()

    @page.part
    def sentence_and_pictures() -> None:
        mine, other = st.columns(2, gap="medium")
        with mine:
            first = reading.trace(reading.sentence())
            reading.say_if_cut(first)
        with other:
            second = reading.trace(mixing.other_sentence())
            reading.say_if_cut(second)
        with dials.many(), dials.row():
            kind, built_for = mixing.dials_of_layer()
            both = min(len(first.tokens), len(second.tokens), built_for) - 1  # the last position that all have
            cell = dials.cell(first.layers[layer].pattern[head], empty=both)
        sides = mixing.Sides(first, second, mixing.mixer(model, layer, head, kind, built_for))
        mixing.side_by_side(sides, layer, head, cell)
        if page.arithmetic():
            mixing.contexts(sides, layer, head)
            st.caption("The same place in both sentences. The fixed weight was there before; the others come from it.")
            mixing.worked_out(sides, layer, head, cell)
            mixing.map_of_heads(model, layer, head)

    sentence_and_pictures()
    code.show("dense")
    lesson.more("dense")
