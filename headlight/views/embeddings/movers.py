"""What moved it: which tokens moved a word in each of its sentences, by layer, and by the heads of one layer."""

from headlight.frame import code, lesson, live_check, page, reading, widgets
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.views.embeddings import contexts
from headlight.views.embeddings import movers_room as movers


@scripted(alone="")
def show() -> None:
    """Draw the view."""
    lesson.lead("movers")
    layer = widgets.layer(reading.model())
    _sentences(layer)
    code.show("movement")
    lesson.more("movers")


@page.part
def _sentences(layer: int) -> None:
    model = reading.model()
    read = contexts.read()
    having = read.having
    with board(key="movers", text=read.text) as screen:
        contexts.show_notes(screen, read)
        movers.show(screen, model, having, layer)
    if page.arithmetic():
        with board(key="movers_arithmetic", text=read.text) as screen:
            movers.show_sublayers(screen, having)
            movers.show_formula(screen, model, having[0], layer)
            screen.note(live_check.in_words(having[0].trace, layer))
