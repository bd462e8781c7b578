"""Layer norm: every vector brought to one length, whatever it was multiplied by."""

from headlight.frame import code, dials, lesson, page, reading, tokens, widgets
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.views.block import layer_norms


@scripted(needs=("norms before",))
def show() -> None:
    """Draw the view."""
    lesson.lead("layer_norm")
    model = reading.shown_model()
    dialled = layer_norms.dialled(model)
    _sentence_and_pictures(dialled, widgets.token_beside())
    code.show("layer_norm")
    lesson.more("layer_norm")


@page.part
def _sentence_and_pictures(dialled: layer_norms.Dialled, token: int | None) -> None:
    model = reading.shown_model()
    text = reading.sentence()
    trace = reading.trace(text)
    place = dials.at(token, len(trace.tokens))
    with board(key="layer_norm", text=text) as screen:
        tokens.chips(trace, strong=(place,), on_place=dials.choose_token)
        layer_norms.show(screen, model, trace, dialled, place)
    if page.arithmetic():
        layer_norms.show_one_number(model, trace, dialled, place)
