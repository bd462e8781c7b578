"""A class's answers before and after: as pairs to be measured, and as two tables for other programs."""

import math
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

import numpy as np
from jaxtyping import Int
from numpy import ndarray as Array

from headlight.pictures.tables import Cell, Rows
from headlight.questions import gain
from headlight.questions.gain import FEWEST_FOR_ITEMS, NONE
from headlight.questions.questions import Question
from headlight.questions.spreadsheet import MARK

Phase = Literal["before", "after"]
PHASES: tuple[Phase, Phase] = ("before", "after")
FEW = (
    f"Figures of single questions, such as difficulty and discrimination, need {FEWEST_FOR_ITEMS} who answered both "
    "times: with fewer they say more about chance than about the class."
)


class Answer(NamedTuple):
    """An answer: of whom, when, to which question, and which option, `NONE` for “I do not know yet”."""

    person: str
    phase: Phase
    item: str
    option: int
    seconds: int  # since the phase began


class Pairs(NamedTuple):
    """The options of those who answered both times, and how many answered once alone."""

    before: Int[Array, "pair item"]
    after: Int[Array, "pair item"]
    single: int


def paired(answers: Iterable[Answer], questions: Sequence[Question]) -> Pairs:
    """Put the answers of each person before beside those after; of two to one question the later one counts.

    Returns:
        A row for each person who answered both times. What somebody left out is `NONE`, which is not right.
    """
    places = {question.id: at for at, question in enumerate(questions)}
    rows: dict[Phase, dict[str, Int[Array, " item"]]] = {phase: {} for phase in PHASES}
    for answer in answers:
        row = rows[answer.phase].setdefault(answer.person, np.full(len(questions), NONE))
        row[places[answer.item]] = answer.option
    both = sorted(rows["before"].keys() & rows["after"].keys())
    before, after = (
        np.array([rows[phase][person] for person in both], dtype=int).reshape(len(both), len(questions))
        for phase in PHASES
    )
    return Pairs(before, after, len(rows["before"].keys() ^ rows["after"].keys()))


def right(chosen: Int[Array, "pair item"], questions: Sequence[Question]) -> Array:
    """Return 1 where an answer is right, else 0."""
    return (chosen == np.array([question.right for question in questions])).astype(float)


def gained(pairs: Pairs, questions: Sequence[Question]) -> gain.Gain:
    """Measure the gain of a class over those who answered both times."""
    before, after = (right(chosen, questions).mean(axis=1) for chosen in (pairs.before, pairs.after))
    return gain.gain(before, after)


def answers_table(draw: str, answers: Sequence[Answer], questions: Sequence[Question]) -> str:
    """Write the answers as CSV, a row each, as R and JASP load them: UTF-8 with its mark.

    `draw` is a number that was drawn for this file: it leads to no room. Persons are numbered as they come. An option
    is written as its letter, empty for “I do not know yet”.
    """
    by_id = {question.id: question for question in questions}
    numbers = {person: at for at, person in enumerate(dict.fromkeys(answer.person for answer in answers), start=1)}
    cells: list[list[Cell]] = []
    for answer in answers:
        option = by_id[answer.item].options[answer.option] if answer.option != NONE else None
        letter, idea, is_right = ("abcd"[answer.option], option.idea, int(option.right)) if option else ("", "", 0)
        person = numbers[answer.person]
        cells.append([draw, "A", person, answer.phase, answer.item, letter, idea, is_right, answer.seconds])
    titles: list[Cell] = ["room_draw", "form", "person", "phase", "item", "option", "idea", "right", "seconds"]
    return MARK + Rows(titles, cells).csv()


def items_table(answers: Sequence[Answer], questions: Sequence[Question]) -> str:
    """Write the questions as CSV, a row each, and one for all of them: UTF-8 with its mark.

    Shares and gains are of those who answered both times; KR-20 stands in the row of all, where there are enough.
    """
    pairs = paired(answers, questions)
    titles: list[Cell] = ["item", "n_before", "n_after", "right_before", "right_after", "gain", "low", "high", "kr20"]
    cells: list[list[Cell]] = []
    for at, question in enumerate(questions):
        counts = [sum((answer.phase, answer.item) == (phase, question.id) for answer in answers) for phase in PHASES]
        one = gain.gain(right(pairs.before, questions)[:, at], right(pairs.after, questions)[:, at])
        cells.append([question.id, *counts, *_written(one), None])
    people = [len({answer.person for answer in answers if answer.phase == phase}) for phase in PHASES]
    enough = len(pairs.after) >= FEWEST_FOR_ITEMS
    together = gain.kr20(right(pairs.after, questions)) if enough else None
    cells.append(["all", *people, *_written(gained(pairs, questions)), together])
    return MARK + Rows(titles, cells).csv()


def _written(of: gain.Gain) -> list[Cell]:
    return [None if number is None or math.isnan(number) else round(number, 4) for number in of[1:]]
