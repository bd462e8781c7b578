"""What bends: the parts of a block that only mix what they read, and those that do more."""

from headlight.frame import code, dials, lesson, page, reading, tokens, widgets
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.views.block import mixtures


@scripted(alone="")
def show() -> None:
    """Draw the view."""
    lesson.lead("linearity")
    layer = widgets.layer(reading.model())
    token = widgets.token_beside()
    _sentence_and_pictures(layer, token, mixtures.share())
    code.show("linearity")
    lesson.more("linearity")


@page.part
def _sentence_and_pictures(layer: int, token: int | None, share: float) -> None:
    text = reading.sentence()
    trace = reading.trace(text)
    place = dials.at(token, len(trace.tokens))
    found = mixtures.mix(reading.model(), trace, layer, place, share)
    with board(key="linearity", text=text) as screen:
        tokens.chips(trace, strong=(place,), on_place=dials.choose_token)
        mixtures.show(screen, found, share)
    if page.arithmetic():
        with board(key="linearity_arithmetic", text=text) as screen:
            mixtures.show_differences(screen, found, share)
