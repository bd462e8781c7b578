"""Sources: every paper that the app names, in full, and the page where its idea can be seen."""

from headlight.frame import lesson
from headlight.views.sources import sources_room as sources


def show() -> None:
    """Draw the view."""
    lesson.lead("sources")
    lesson.more("sources")
    sources.show()
