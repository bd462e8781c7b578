"""Beyond the training: a sentence that begins later than any in training, and texts three times as long."""

from headlight.frame import lesson, page, reading, tokens
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.views.positions import twin_measured, twin_sentence, twins
from transformer.readings.order import shuffle


@scripted()
def show() -> None:
    """Draw the view."""
    lesson.lead("beyond_training")
    _sentence()
    lesson.more("beyond_training")


@page.part
def _sentence() -> None:
    reading.model()
    models = twins.models()
    trace = models["none"].trace(reading.sentence())
    first = twin_sentence.start()
    readings = twin_sentence.read(models, trace, shuffle(len(trace.tokens), 1))
    tokens.say_if_cut(trace)
    with board(key="twins_start", text=trace.text, model="twins") as screen:
        twin_sentence.show_start(screen, models, trace, readings, first)
        twin_measured.show_long_texts(screen)
    if page.arithmetic():
        twin_measured.show(models)
        twin_measured.show_sizes()
