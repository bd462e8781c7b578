"""Repeated multiplication: why a network is not just one matrix applied again and again."""

from ui import code, lesson, page
from ui.follow import repeated


def show() -> None:
    """Draw the view."""
    lesson.lead("repeated")
    _powers()
    code.show("powers")
    lesson.more("repeated")


@page.part
def _powers() -> None:
    repeated.show()
