"""The shapes of attention: a product small enough to count, and every step for the reader's own sentence."""

from headlight.frame import code, lesson, page, reading, tokens
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.views.attention import shapes_room as shapes


@scripted(alone="")
def show() -> None:
    """Draw the view."""
    lesson.lead("shapes")
    sentence_and_shapes(shapes.width_of_a_value(reading.model().config))
    code.show("shapes")
    lesson.more("shapes")


@page.part
def sentence_and_shapes(d_value: int) -> None:
    """The table of one layer, for the sentence and for a batch of training, beside a product small enough to count."""
    text = reading.sentence()
    trace = reading.trace(text)
    tokens.say_if_cut(trace)
    with board(key="shapes_of_steps", text=text) as screen:
        table, *factors = screen.columns(57, 21, 11, 11, least=(600, 230, 120, 120))
        with table:
            shapes.show(screen, trace.config, len(trace.tokens), d_value)
        shapes.show_classroom(screen, factors)
