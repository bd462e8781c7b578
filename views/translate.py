"""Translate: English typed, French written at every key, and where each French word looks while it is written."""

from functools import partial

import streamlit as st

from components.board import board
from ui import code, dials, lesson, live_check, page
from ui.translation import aligners, cross, cross_layers, one_cross_weight, translation_remarks, translators


def show() -> None:
    """Draw the view."""
    lesson.lead("translate")
    translator = translators.main()
    head = cross.head(translator)
    labels = cross.labels()
    beams = cross.beams()
    apart = one_cross_weight.wanted()
    compared, same_french = aligners.switches()
    dials.queries_as()

    @page.part
    def sentence_and_pictures() -> None:
        result = translators.translated("translate", translators.english(), beams)
        trace = result.trace
        picture = cross.shown(trace, head, labels)
        cell = one_cross_weight.cell(trace, head) if apart else None
        with board(key="translation", text=trace.source_text, model="translate") as screen:
            screen.heading("Each French word and the English it looks at", cross.hint(labels))
            cross.ribbons(picture, head)
            screen.note(" ".join([translation_remarks.status(result), *translation_remarks.remarks(result)]))
            screen.note(live_check.of_translation(trace))
            if compared:
                aligners.side_by_side(screen, result, head, labels, forced=same_french)
            screen.heading(f"The same as a matrix: {head.name}", cross.looking() + " Choose a cell to take it apart.")
            alt = f"Cross-attention of {head.name}, French and English."
            cross.grid(picture, alt=alt, key="cross", on_cell=partial(one_cross_weight.choose, picture))
            if apart:
                one_cross_weight.show(screen, trace, head, cell)
            screen.heading("Early and late layers", cross_layers.first_against_last(translator))
            cross_layers.side_by_side(screen, translator, trace, labels)

    sentence_and_pictures()
    code.show("translate")
    st.subheader("Every head, measured", anchor=False)
    st.caption(
        "Alignment error rate: how far a head’s links are from those that people drew. Less is better: 0 would be "
        "every link right. Choose a head to see it above."
    )
    cross_layers.every_head(translator, head)
    st.subheader("Four translators, measured", anchor=False)
    st.caption(
        "Switch on “Compare three translators” in the sidebar to see "
        "how three of them align your sentence. The fourth has "
        "no attention: the page From RNN to attention has it beside the additive one."
    )
    aligners.measured()
    lesson.more("translate")
