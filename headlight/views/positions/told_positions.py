"""How they are told: what says to each twin where a token stands, as rows and as waves, and how alike positions are."""

from headlight.frame import lesson, page, widgets
from headlight.frame.registry import scripted
from headlight.views.positions import twin_encodings, twins


@scripted()
def show() -> None:
    """Draw the view."""
    lesson.lead("told_positions")
    _encodings()
    lesson.more("told_positions")


@page.part
def _encodings() -> None:
    models = twins.models()
    with widgets.row():
        kind = twin_encodings.kind()
        dimensions = twin_encodings.waves()
    twin_encodings.show(models, kind, dimensions)
    twin_encodings.show_similarity(models)
    if page.arithmetic():
        twin_encodings.show_counter(models)
        twin_encodings.show_shift(models, kind, dimensions, twin_encodings.distance())
