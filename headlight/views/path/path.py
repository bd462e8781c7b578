"""First path: ten guesses from text to next word, one a screen, each answered by the model; at the end a recap."""

from headlight.frame import lesson, page, reader
from headlight.frame.address import RECAP
from headlight.frame.registry import scripted
from headlight.views.path import stops


@scripted(alone="")
def show() -> None:
    """Draw the view."""
    lesson.lead("path")
    now = stops.bar()
    guesses = stops.other_guesses(now)
    if now == RECAP:
        stops.recap(reader.bundled(), guesses)
    else:
        _stop(int(now))
    lesson.more("path")


@page.part
def _stop(number: int) -> None:
    stops.stop(reader.bundled(), number)
