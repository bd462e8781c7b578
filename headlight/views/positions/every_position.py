"""Every position: the whole encoding, the waves it is made of, and how alike two positions are by their distance."""

from headlight.frame import lesson, page, reading
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.views.positions import position_pictures


@scripted(alone="its positions are waves that are added to the embeddings")
def show() -> None:
    """Draw the view."""
    lesson.lead("every_position")
    _encoding()
    lesson.more("every_position")


@page.part
def _encoding() -> None:
    model = reading.model()
    position_pictures.show_all(model)
    chosen = position_pictures.pairs(model)
    with board(key="waves") as screen:
        position_pictures.show_waves(screen, model, chosen)
    if page.arithmetic():
        place = position_pictures.position(model)
        with board(key="waves_arithmetic") as screen:
            position_pictures.show_formulas(screen, model, chosen, place)
            position_pictures.show_by_distance(screen, model)
