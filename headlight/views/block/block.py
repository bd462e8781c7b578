"""The residual stream: what each layer writes on top of what is there."""

from headlight.frame import code, dials, lesson, page, reading, tokens, widgets
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.views.block import block_stream


@scripted(needs=("a stream",))
def show() -> None:
    """Draw the view."""
    lesson.lead("block")
    layer = widgets.layer(reading.shown_model())
    _sentence_and_pictures(layer, widgets.token_beside())
    code.show("block")
    lesson.more("block")


@page.part
def _sentence_and_pictures(layer: int, token: int | None) -> None:
    text = reading.sentence()
    trace = reading.trace(text)
    place = dials.at(token, len(trace.tokens))
    with board(key="block", text=text) as screen:
        tokens.chips(trace, strong=(place,), on_place=dials.choose_token)
        block_stream.show(screen, trace, layer, place)
    if page.arithmetic():
        with board(key="block_arithmetic", text=text) as screen:
            block_stream.show_additions(screen, trace, layer, place)
