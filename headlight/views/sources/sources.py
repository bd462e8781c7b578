"""Sources: every paper that the app names, in full, and the page where its idea can be seen."""

from headlight.frame import lesson
from headlight.frame.registry import scripted
from headlight.views.sources import sources_room as sources


@scripted()
def show() -> None:
    """Draw the view."""
    lesson.lead("sources")
    lesson.more("sources")
    sources.show()
