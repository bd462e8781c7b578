"""Every file for a school, by its name, with the systems that read it."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from headlight.questions.gift import gift
from headlight.questions.moodle import moodle_xml
from headlight.questions.qti import qti
from headlight.questions.questions import Questions
from headlight.questions.spreadsheet import spreadsheet


class File(NamedTuple):
    """A file: what it is for, its type, and how it is made of questions and the address of the app."""

    label: str
    media_type: str
    make: Callable[[Questions, str], str | bytes]


FILES: Mapping[str, File] = {
    "questions.xml": File("Moodle", "application/xml", moodle_xml),
    "questions-qti.zip": File("Canvas, Blackboard, Brightspace, Ilias", "application/zip", qti),
    "questions.csv": File("Kahoot, Blooket, forms", "text/csv", lambda questions, app: spreadsheet(questions)),
    "questions.gift": File("GIFT, as text", "text/plain", gift),
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
    content = FILES[name].make(questions, app.rstrip("/"))
    return content.encode() if isinstance(content, str) else content
