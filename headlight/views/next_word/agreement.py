"""Agreement: whether the verb agrees with a noun far before it."""

from headlight.frame import code, lesson, page, reading
from headlight.pictures.board import board
from headlight.views.next_word import agreement_room as agreement


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
