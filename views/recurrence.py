"""From RNN to attention: the way between two words in four networks, and how much of a gradient survives it."""

import streamlit as st

from ui import code, dials, lesson, page, reading
from ui.scratch import reach, recurrence
from ui.translation import fixed_vector


def show() -> None:
    """Draw the view."""
    lesson.lead("recurrence")
    window, dilated = recurrence.dials_of_window()

    @page.part
    def sentence_and_pictures() -> None:
        text = reading.sentence()
        trace = reading.trace(text)
        reading.say_if_cut(trace)
        with dials.row():
            start, end = recurrence.two_words(len(trace.tokens))
            width = recurrence.width()
        recurrence.side_by_side(trace, start, end, window, dilated, width)
        st.subheader("The same as a table", anchor=False)
        st.caption(
            f"Work of one layer, steps that must wait for one another, longest path: for {len(trace.tokens)} words of "
            f"{width} numbers and windows of {window}."
        )
        recurrence.in_formulas(len(trace.tokens), start, end, window, dilated, width)

    @page.part
    def gradients() -> None:
        st.subheader("How fast it fades", anchor=False)
        st.caption(
            "Random words, small untrained networks. On this axis a straight line down is a loss by the same factor at "
            "every step. Look which curves bend away from that, and which end."
        )
        chosen, seed, distance = reach.dials_of_networks(window, dilated)
        reach.measure_many(chosen, seed)
        found, draws = reach.norms(chosen, seed)
        reach.against_distance(found, chosen, distance)
        reach.in_numbers(found, draws, chosen, distance)

    @page.part
    def one_vector() -> None:
        st.subheader("One vector for a whole sentence", anchor=False)
        st.caption(
            "Two trained translators, English to French. Both read and "
            "write with recurrent networks; one may look back at "
            "the English while it writes, the other has only the vector that its encoder ends with."
        )
        fixed_vector.side_by_side(fixed_vector.english())

    sentence_and_pictures()
    gradients()
    one_vector()
    code.show(recurrence="the picture", reach="the picture")
    lesson.more("recurrence")
