"""Dense layer and attention: the same weights for every input, against weights made by the input."""

import streamlit as st

from headlight.frame import code, lesson, page, reading, tokens, widgets
from headlight.frame.registry import scripted
from headlight.views.why_attention import mixing


@scripted(alone="it is compared with networks of its size")
def show() -> None:
    """Draw the view."""
    lesson.lead("dense")
    model = reading.model()
    layer, head = widgets.head(model)
    widgets.queries_as()

    @page.part
    def sentence_and_pictures() -> None:
        mine, other = st.columns(2, gap="medium")
        with mine:
            first = reading.trace(reading.sentence())
            tokens.say_if_cut(first)
        with other:
            second = reading.trace(mixing.other_sentence())
            tokens.say_if_cut(second)
        with widgets.many(), widgets.row():
            kind, built_for = mixing.dials_of_layer()
            both = min(len(first.tokens), len(second.tokens), built_for) - 1  # the last position that all have
            cell = widgets.cell(first.layers[layer].pattern[head], empty=both)
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
