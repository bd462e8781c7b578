"""The shapes of attention: a product small enough to count, and every step for the reader's own sentence."""

from components.board import board
from ui import code, lesson, page, reading
from ui.follow import shapes


def show() -> None:
    """Draw the view."""
    lesson.lead("shapes")
    sentence_and_shapes()
    with board(key="classroom") as screen:
        shapes.show_classroom(screen)
    code.show("shapes")
    lesson.more("shapes")


@page.part
def sentence_and_shapes() -> None:
    """The table of one layer, for the sentence and for a batch of training."""
    text = reading.sentence()
    trace = reading.trace(text)
    reading.say_if_cut(trace)
    with board(key="shapes_of_steps", text=text) as screen:
        shapes.show(screen, trace.config, len(trace.tokens))
