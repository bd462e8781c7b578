"""First path: ten guesses from text to next word, each answered by the model, and a link to the page that shows it."""

from ui import lesson, page, reading
from ui.course import first_path


def show() -> None:
    """Draw the view."""
    lesson.lead("path")
    lesson.more("path")
    model = reading.model()

    @page.part
    def steps() -> None:
        first_path.show(model)

    steps()
