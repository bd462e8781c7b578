"""From RNN to attention: the way between two words in four networks, what gets through, and what a layer costs."""

from headlight.frame import code, lesson, page, reading, tokens, widgets
from headlight.frame.registry import scripted
from headlight.views.why_attention import recurrence_room as recurrence


@scripted(alone="it is compared with networks of its size")
def show() -> None:
    """Draw the view."""
    lesson.lead("recurrence")
    window, dilated = recurrence.dials_of_window()
    _networks(window, dilated)
    code.show("recurrence")
    lesson.more("recurrence")


@page.part
def _networks(window: int, dilated: bool) -> None:
    trace = reading.trace(reading.sentence())
    tokens.say_if_cut(trace)
    with widgets.row():
        start, end = recurrence.two_words(len(trace.tokens))
    recurrence.side_by_side(trace, start, end, window, dilated)
    if page.arithmetic():
        width = recurrence.width()
        recurrence.costs(trace, start, end, window, dilated, width)
