"""Surprise: how little the model expected each token of the sentence."""

from headlight.frame import code, lesson, page, reading
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.views.next_word import next_word_room as next_word


@scripted(needs=("next words",))
def show() -> None:
    """Draw the view."""
    lesson.lead("surprise")
    _sentence_and_pictures()
    code.show("surprise")
    lesson.more("surprise")


@page.part
def _sentence_and_pictures() -> None:
    text = reading.sentence()
    trace = reading.trace(text)
    with board(key="surprise", text=text) as screen:
        next_word.show_surprises(screen, trace)
