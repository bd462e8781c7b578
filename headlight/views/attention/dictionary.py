"""A dictionary that compares: keys and values looked up to the letter, by likeness, and by the trained model."""

from headlight.frame import code, lesson, page, reading
from headlight.frame.registry import scripted
from headlight.views.attention import soft_dictionary


@scripted(alone="")
def show() -> None:
    """Draw the view."""
    lesson.lead("dictionary")
    dictionary()
    code.show("soft_dictionary")
    lesson.more("dictionary")


@page.part
def dictionary() -> None:
    """The question and its two answers, and what the trained model says of the same entries."""
    soft_dictionary.show(reading.model())
