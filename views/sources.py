"""Sources: every paper that the app names, in full, and the page where its idea can be seen."""

from ui import lesson
from ui.course import sources


def show() -> None:
    """Draw the view."""
    lesson.lead("sources")
    lesson.more("sources")
    sources.show()
