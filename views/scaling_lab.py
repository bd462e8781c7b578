"""Scaling lab: what multiplies a score, what it does to a softmax and to learning, and which temperature is which."""

import streamlit as st

from ui import code, dials, lesson, page, reading
from ui.experiments import random_vectors, real_head, two_temperatures


def show() -> None:
    """Draw the view."""
    lesson.lead("scaling_lab")
    model = reading.model()
    layer, head = dials.head(model)
    dials.queries_as()

    @page.part
    def sentence_and_pictures() -> None:
        text = reading.sentence()
        plain = reading.trace(text)
        multiplier, divided = real_head.dials()
        real_head.show(model, plain, layer, head, multiplier, divided)
        st.subheader("Two temperatures, not to be confused", anchor=False)
        st.caption(
            "Both divide numbers before a softmax; they stand at "
            "different ends of the model. Turn each and see which of "
            "the pictures beside its name follow. Dashed: both at 1."
        )
        two_temperatures.show(model, plain, layer, head, *two_temperatures.both())

    @page.part
    def where_the_root_comes_from() -> None:
        st.subheader("Where the root comes from", anchor=False)
        st.caption(
            "Before a model has learned anything its queries and keys are random. The longer they are, the wider their "
            "scores spread, and the nearer softmax comes to a hard choice that it cannot unlearn."
        )
        random_vectors.show()

    sentence_and_pictures()
    code.show("scaling_lab")
    where_the_root_comes_from()
    lesson.more("scaling_lab")
