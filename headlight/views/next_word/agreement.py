"""Agreement: whether the verb agrees with a noun far before it."""

from headlight.frame import code, lesson, page, reading
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.views.next_word import agreement_room as agreement


@scripted(alone="it was trained on the words of these pairs")
def show() -> None:
    """Draw the view."""
    lesson.lead("agreement")
    _sentence_and_pictures()
    code.show("agreement")
    lesson.more("agreement")


@page.part
def _sentence_and_pictures() -> None:
    text = reading.sentence()
    trace = reading.trace(text)
    with board(key="agreement_board", text=text) as screen:
        agreement.show(screen, reading.model(), trace)
