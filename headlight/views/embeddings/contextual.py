"""In context: one word, one row of W_E, and a different vector in each sentence."""

from headlight.frame import code, lesson, page, reading
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.views.embeddings import companions, contexts, drift, neighbours, probed


@scripted(alone="")
def show() -> None:
    """Draw the view."""
    lesson.lead("contextual")
    _sentences()
    code.show("contextual")
    lesson.more("contextual")


@page.part
def _sentences() -> None:
    model = reading.model()
    read = contexts.read()
    having = read.having
    with board(key="contextual", text=read.text) as screen:
        contexts.show_chips(screen, read)
        drift.show(screen, having)
        neighbours.show(screen, model, having)
    if page.arithmetic():
        with board(key="contextual_arithmetic", text=read.text) as screen:
            drift.show_numbers(screen, having)
            companions.show(screen, model, having)
            probed.show(screen)
