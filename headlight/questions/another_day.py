"""A class's answers before a lesson, as the file that its teacher keeps until another day."""

import csv
import re
from collections.abc import Mapping
from io import StringIO

from headlight.pictures.tables import Cell, Rows
from headlight.questions import three_words
from headlight.questions.gain import NONE
from headlight.questions.questions import Questions, Refused
from headlight.questions.spreadsheet import MARK

Guesses = Mapping[
    str, tuple[int, int]
]  # by question: the option, `NONE` for “I do not know yet”, and after how many seconds
LONGEST = 36_000  # seconds since a phase began that are believed
MOST = 1000  # students of a file
_TITLE, _UNKNOWN = "words", "?"
_CELL = re.compile(r"([a-d?]) (\d{1,5})")


def written(class_: Mapping[str, Guesses], questions: Questions) -> str:
    """Write a class's answers as CSV: a row for each student, with three words instead of a name.

    The text is UTF-8 with its mark. A cell is the letter of an option, or ? for “I do not know yet”, and the seconds
    after which it came, such as "b 35"; empty where nothing was answered.
    """
    titles: list[Cell] = [_TITLE, *(question.id for question in questions.items)]
    cells: list[list[Cell]] = [
        [words, *(_cell(given.get(question.id)) for question in questions.items)] for words, given in class_.items()
    ]
    return MARK + Rows(titles, sorted(cells, key=lambda row: str(row[0]))).csv()


def _cell(given: tuple[int, int] | None) -> str:
    if given is None:
        return ""
    option, seconds = given
    return f"{_UNKNOWN if option == NONE else 'abcd'[option]} {seconds}"


def read(text: str, questions: Questions) -> tuple[Questions, dict[str, Guesses]]:
    """Read such a file, also where a spreadsheet has saved it with other separators.

    Returns:
        Of the `questions` those that were asked, and by words what each student has answered.

    Raises:
        Refused: it cannot be used; the message names the line and says why.
    """
    try:
        return _class_in(text.removeprefix(MARK), questions)
    except csv.Error:
        raise Refused("This is no file of answers: it cannot be read as a table.") from None


def _class_in(text: str, questions: Questions) -> tuple[Questions, dict[str, Guesses]]:
    first = text.partition("\n")[0]
    rows = csv.reader(StringIO(text), delimiter=max(",;\t", key=first.count))
    titles = [cell.strip() for cell in next(rows, [])]
    names = titles[1:]
    if titles[:1] != [_TITLE] or not names:
        raise Refused("Line 1: this is no file of answers: its first line begins with “words” and names the questions.")
    known = {question.id: question for question in questions.items}
    for name in names:
        if name not in known or names.count(name) > 1:
            raise Refused(f"Line 1: “{name[:40]}” is {'there twice' if name in known else 'the name of no question'}.")
    found: dict[str, Guesses] = {}
    for row in rows:
        line = f"Line {rows.line_num}:"
        if not any(cell.strip() for cell in row):
            continue  # as a spreadsheet leaves at the end
        if len(row) != len(titles):
            raise Refused(f"{line} {len(row)} cells, where the first line has {len(titles)}.")
        if not (words := three_words.read(row[0])):
            raise Refused(f"{line} “{row[0][:60]}” are not three words of ours, such as “amber otter north”.")
        if words in found:
            raise Refused(f"{line} “{words}” is there twice.")
        if len(found) == MOST:
            raise Refused(f"{line} a file has at most {MOST} students.")
        found[words] = {name: _read(cell, line) for name, cell in zip(names, row[1:], strict=True) if cell.strip()}
    if not found:
        raise Refused("Line 2: nobody has answered in this file.")
    return questions.chosen(names), found


def _read(cell: str, line: str) -> tuple[int, int]:
    if not (parts := _CELL.fullmatch(cell.strip())) or int(parts[2]) > LONGEST:
        raise Refused(f"{line} “{cell[:20]}” is no answer: a letter from a to d, or ?, and seconds, such as “b 35”.")
    return NONE if parts[1] == _UNKNOWN else "abcd".index(parts[1]), int(parts[2])
