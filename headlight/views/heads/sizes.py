"""Sizes: how the width of a token is shared among heads, here, in the paper and in the GPTs."""

from headlight.frame import lesson, page, reading
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.views.heads import sizes_room as sizes


@scripted(alone="")
def show() -> None:
    """Draw the view."""
    lesson.lead("sizes")
    _pictures()
    lesson.more("sizes")


@page.part
def _pictures() -> None:
    config = reading.model().config
    with board(key="sizes_board") as screen:
        sizes.show(screen, config)
    if page.arithmetic():
        with board(key="sizes_arithmetic") as screen:
            sizes.show_split(screen, config)
