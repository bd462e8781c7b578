"""Peeking: what the model makes of answers in view, and two tiny models, one of which is trained with them in view."""

from headlight.frame import lesson, page, reading
from headlight.frame.registry import scripted
from headlight.views.masking import peeking_room as peeking


@scripted(alone="it was trained under the causal mask")
def show() -> None:
    """Draw the view."""
    lesson.lead("peeking")
    peeking.over_examples(reading.model())
    a_model_that_peeks()
    lesson.more("peeking")


@page.part
def a_model_that_peeks() -> None:
    """The button, and what both models have learned when it was pressed."""
    peeking.show()
