"""Every file for a school, by its name, with the systems that read it."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from headlight.questions.gift import gift
from headlight.questions.moodle import moodle_xml
from headlight.questions.qti import qti
from headlight.questions.questions import Questions
from headlight.questions.scorm import scorm
from headlight.questions.spreadsheet import spreadsheet

Live = Mapping[str, bytes] | None  # the files of its folder, by their names


class File(NamedTuple):
    """A file: what it is for, its type, and how it is made of questions, the address of the app, and the live page."""

    label: str
    media_type: str
    make: Callable[[Questions, str, Live], str | bytes]


PACKAGE = "headlight-scorm12.zip"
FILES: Mapping[str, File] = {
    "questions.xml": File("Moodle", "application/xml", lambda questions, app, live: moodle_xml(questions, app)),
    "questions-qti.zip": File(
        "Canvas, Blackboard, Brightspace, Ilias", "application/zip", lambda questions, app, live: qti(questions, app)
    ),
    "questions.csv": File("Kahoot, Blooket, forms", "text/csv", lambda questions, app, live: spreadsheet(questions)),
    "questions.gift": File("GIFT, as text", "text/plain", lambda questions, app, live: gift(questions, app)),
    PACKAGE: File("Any system that plays SCORM", "application/zip", scorm),
}


def made(name: str, questions: Questions, app: str = "", live: Live = None) -> bytes:
    """Return the bytes of a file, whose name is one of `FILES`; a text is in UTF-8.

    Args:
        name: of the file.
        questions: that are in it.
        app: the address of the app, which views are linked at; without one they are named.
        live: the files of the live page as a folder, by their names, for a package that can hold them.

    Raises:
        KeyError: there is no such file.
    """
    content = FILES[name].make(questions, app.rstrip("/"), live)
    return content.encode() if isinstance(content, str) else content
