"""Repeated multiplication: why a network is not just one matrix applied again and again."""

from ui import code, page
from ui.follow import repeated


def show() -> None:
    """Draw the view."""
    _powers()
    code.show("powers")


@page.part
def _powers() -> None:
    repeated.show()
