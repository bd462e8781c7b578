"""Repeated multiplication: why a network is not just one matrix applied again and again."""

from headlight.frame import code, lesson, page
from headlight.frame.registry import scripted
from headlight.views.why_attention import repeated_room as repeated


@scripted()
def show() -> None:
    """Draw the view."""
    lesson.lead("repeated")
    _powers()
    code.show("powers")
    lesson.more("repeated")


@page.part
def _powers() -> None:
    repeated.show()
