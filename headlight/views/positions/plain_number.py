"""One plain number: what becomes of a sentence whose positions are counted instead of told by waves."""

from headlight.frame import lesson, page, reading
from headlight.pictures.board import board
from headlight.views.positions import position_pictures


def show() -> None:
    """Draw the view."""
    lesson.lead("plain_number")
    _sentence()
    lesson.more("plain_number")


@page.part
def _sentence() -> None:
    text = reading.sentence()
    trace = reading.trace(text)
    reading.say_if_cut(trace)
    with board(key="plain_number", text=text) as screen:
        position_pictures.show_plain(screen, reading.model(), trace)
