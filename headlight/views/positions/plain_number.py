"""One plain number: what becomes of a sentence whose positions are counted instead of told by waves."""

from headlight.frame import lesson, page, reading, tokens
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.views.positions import position_pictures


@scripted(alone="its positions are waves that are added to the embeddings")
def show() -> None:
    """Draw the view."""
    lesson.lead("plain_number")
    _sentence()
    lesson.more("plain_number")


@page.part
def _sentence() -> None:
    text = reading.sentence()
    trace = reading.trace(text)
    tokens.say_if_cut(trace)
    with board(key="plain_number", text=text) as screen:
        position_pictures.show_plain(screen, reading.model(), trace)
