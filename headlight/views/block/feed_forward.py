"""Feed-forward: the hidden units that fire for one token, and what they push up."""

from headlight.frame import code, dials, lesson, page, reading, tokens, widgets
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.views.block import units


@scripted(needs=("a direct path",))
def show() -> None:
    """Draw the view."""
    lesson.lead("feed_forward")
    layer = widgets.layer(reading.shown_model())
    _sentence_and_pictures(layer, widgets.token_beside())
    code.show("units")
    lesson.more("feed_forward")


@page.part
def _sentence_and_pictures(layer: int, token: int | None) -> None:
    text = reading.sentence()
    trace = reading.trace(text)
    place = dials.at(token, len(trace.tokens))
    model = reading.shown_model()
    found = units.fired(model, trace, layer, place)
    with board(key="feed_forward", text=text) as screen:
        tokens.chips(trace, strong=(place,), on_place=dials.choose_token)
        units.show(screen, model, found)
    if page.arithmetic():
        with board(key="feed_forward_arithmetic", text=text) as screen:
            units.show_one(screen, found)
