"""The questions as a table, in the columns that Kahoot, Blooket and forms of a school read."""

from headlight.pictures.tables import Cell, Rows
from headlight.questions.questions import Questions

MARK = "\ufeff"  # by which a spreadsheet knows UTF-8
_SECONDS = 60  # for an answer; Kahoot allows 5, 10, 20, 30, 60, 90, 120 or 240


def spreadsheet(questions: Questions) -> str:
    """Write the questions as CSV: a row each, in their short form, with the number of the right answer from 1.

    Behind the columns that are read are those for a teacher: ideas and what to say.
    """
    numbers = range(1, 5)
    titles: list[Cell] = [
        "Question",
        *(f"Answer {number}" for number in numbers),
        "Time limit",
        "Correct answer",
        "Name",
        "Concept",
        *(f"Idea {number}" for number in numbers),
        *(f"Feedback {number}" for number in numbers),
        "Fact",
    ]
    cells: list[list[Cell]] = [
        [
            question.short,
            *(option.says for option in question.options),
            _SECONDS,
            question.right + 1,
            question.id,
            question.concept,
            *(option.idea for option in question.options),
            *(option.feedback for option in question.options),
            question.fact,
        ]
        for question in questions.items
    ]
    return MARK + Rows(titles, cells).csv()
