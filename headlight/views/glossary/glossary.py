"""Glossary: the words and symbols of the course, each with its meaning, its source, and the page that shows it."""

from headlight.frame import glossary, lesson, page
from headlight.frame.registry import scripted


@scripted()
def show() -> None:
    """Draw the view."""
    lesson.lead("glossary")
    lesson.more("glossary")

    @page.part
    def terms() -> None:
        glossary.show(glossary.looked_for())

    terms()
