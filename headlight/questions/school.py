"""Every file for a school, by its name."""

from collections.abc import Callable, Mapping

from headlight.questions.gift import gift
from headlight.questions.moodle import moodle_xml
from headlight.questions.qti import qti
from headlight.questions.questions import Questions
from headlight.questions.spreadsheet import spreadsheet

FILES: Mapping[str, Callable[[Questions, str], str | bytes]] = {  # made of questions and the address of the app
    "questions.gift": gift,
    "questions.xml": moodle_xml,
    "questions-qti.zip": qti,
    "questions.csv": lambda questions, app: spreadsheet(questions),
}


def made(name: str, questions: Questions, app: str = "") -> bytes:
    """Return the bytes of a file.

    Args:
        name: one of `FILES`.
        questions: those of a file of questions.
        app: the address of the app, which views are linked at; without one they are named.

    Returns:
        The file; a text is in UTF-8.

    Raises:
        KeyError: there is no such file.
    """
    content = FILES[name](questions, app.rstrip("/"))
    return content.encode() if isinstance(content, str) else content
