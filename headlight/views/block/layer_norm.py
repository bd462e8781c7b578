"""Layer norm: every vector brought to one length, whatever it was multiplied by."""

from headlight.frame import code, dials, lesson, page, reading, tokens
from headlight.pictures.board import board
from headlight.views.block import layer_norms


def show() -> None:
    """Draw the view."""
    lesson.lead("layer_norm")
    model = reading.shown_model()
    dialled = layer_norms.dialled(model)
    _sentence_and_pictures(dialled, dials.token_beside())
    code.show("layer_norm")
    lesson.more("layer_norm")


@page.part
def _sentence_and_pictures(dialled: layer_norms.Dialled, token: int | None) -> None:
    model = reading.shown_model()
    text = reading.sentence()
    trace = reading.trace(text)
    place = dials.token_of(token, len(trace.tokens))
    with board(key="layer_norm", text=text) as screen:
        tokens.chips(trace, strong=(place,), on_place=dials.choose_token)
        layer_norms.show(screen, model, trace, dialled, place)
    if page.arithmetic():
        layer_norms.show_one_number(model, trace, dialled, place)
