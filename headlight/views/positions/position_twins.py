"""Four twins: models trained alike but for positions, on the same words shuffled, and on the sentence typed."""

from headlight.frame import code, lesson, live_check, page, reading, tokens, widgets
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.views.positions import twin_sentence, twins
from transformer.readings.order import shuffle


@scripted()
def show() -> None:
    """Draw the view."""
    lesson.lead("position_twins")
    seed = twin_sentence.shuffle_seed()
    widgets.queries_as()
    _sentence(seed)
    code.show("position_twins")
    lesson.more("position_twins")


@page.part
def _sentence(seed: int) -> None:
    reading.model()
    models = twins.models()
    trace = models["none"].trace(reading.sentence())
    order = shuffle(len(trace.tokens), seed)
    readings = twin_sentence.read(models, trace, order)
    moved = twin_sentence.differences(models, trace, readings, order)
    tokens.say_if_cut(trace)
    with board(key="twins", text=trace.text, model="twins") as screen:
        twin_sentence.show_shuffle(screen, trace, order, moved)
        twin_sentence.show_heads(screen, models, trace, readings)
    if page.arithmetic():
        with board(key="twins_arithmetic", text=trace.text, model="twins") as screen:
            twin_sentence.show_largest(screen, moved)
            screen.note(f"The twin without positions: {live_check.everywhere(trace)}")
