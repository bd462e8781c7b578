"""Three words find answers on another day, and the file that a teacher keeps is read, or refused by its line."""

import itertools
import re

import pytest

from headlight.questions import another_day, three_words
from headlight.questions.gain import NONE
from headlight.questions.questions import Refused, bundled
from headlight.rooms import limits
from tests.in_turn import in_turn

ASKED = bundled().chosen(["row", "letters"])
CLASS = {"amber otter north": {"row": (2, 35), "letters": (NONE, 40)}, "calm heron mill": {"row": (0, 9)}}
FILE = another_day.written(CLASS, ASKED)


def test_words_are_short_and_of_one_list_each_and_too_many_to_be_guessed() -> None:
    every = [*itertools.chain(*three_words.lists())]
    assert [len(each) for each in three_words.lists()] == [128] * 3 and len(every) == len({*every})
    assert all(re.fullmatch("[a-z]{3,11}", word) for word in every)
    tried = limits.WORDS.at_once + 45 * 60 * limits.WORDS.a_second
    assert tried * 30 / 128**3 == pytest.approx(1 / 700, rel=0.01)  # as limits.py says


def test_each_phone_has_words_of_its_own_and_the_same_ones_each_time() -> None:
    words: dict[str, str] = {}
    for number in map(str, range(3000)):
        words[number] = three_words.drawn(b"a room", number, {*words.values()})
    assert len({*words.values()}) == len(words)
    assert all(three_words.drawn(b"a room", number) in {*words.values()} for number in words)
    assert three_words.drawn(b"a room", "7") == words["7"] != three_words.drawn(b"another room", "7")
    assert three_words.drawn(b"a room", "7", {words["7"]}) != words["7"]
    for each in three_words.lists():  # every word comes, so none is for nothing
        assert {*each} == {word for drawn in words.values() for word in drawn.split() if word in each}


@in_turn("typed", ["amber otter north", " Amber, OTTER north.", "north otter amber", "AMBER-NORTH-OTTER\n"])
def test_words_are_read_however_they_are_typed(typed: str) -> None:
    assert three_words.read(typed) == "amber otter north"


@in_turn(
    "typed", ["", "amber otter", "amber otter north pole", "amber amber north", "amber otter nort", "<b>", "🦦" * 9]
)
def test_what_is_not_three_words_of_ours_is_none(typed: str) -> None:
    assert three_words.read(typed) == ""


@in_turn("separator", [",", ";", "\t"])
def test_a_file_is_read_back_as_a_spreadsheet_saves_it(separator: str) -> None:
    text = FILE.replace('"', "").replace(",", separator).replace("\r\n", "\n") + f"{separator * 2}\n"
    asked, found = another_day.read(text, bundled())
    assert [question.id for question in asked.items] == ["row", "letters"] and found == CLASS


@in_turn(
    "case",
    [
        ("", "Line 1: this is no file of answers"),
        ("name,row\nAnna,b 3", "Line 1: this is no file of answers"),
        ("words\n", "Line 1: this is no file of answers"),
        ("words,row,mood\n", "Line 1: “mood” is the name of no question"),
        ("words,row,row\n", "Line 1: “row” is there twice"),
        ("words,row\n\n", "Line 2: nobody has answered"),
        ("words,row\namber otter north,b 3,c 4", "Line 2: 3 cells, where the first line has 2"),
        ("words,row\ncalm heron mill,b 3\nAnna B.,b 3", "Line 3: “Anna B.” are not three words of ours"),
        ("words,row\nnorth otter amber,b 3\namber otter north,b 3", "Line 3: “amber otter north” is there twice"),
        *((f"words,row\namber otter north,{cell}", f"Line 2: “{cell}” is no answer") for cell in ("e 3", "b", "b -1")),
        *((f"words,row\namber otter north,{cell}", f"Line 2: “{cell}” is no answer") for cell in ("b 36001", "b 3.5")),
        ("words,row\n" + "x" * 200_000, "cannot be read as a table"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_by_its_line(case: tuple[str, str]) -> None:
    with pytest.raises(Refused, match=case[1]):
        another_day.read(case[0], bundled())


def test_a_file_has_at_most_a_thousand_students() -> None:
    every = itertools.islice(itertools.product(*three_words.lists()), another_day.MOST + 1)
    lines = ["words,row", *(f"{' '.join(words)},b 3" for words in every)]
    assert len(another_day.read("\n".join(lines[:-1]), bundled())[1]) == another_day.MOST
    with pytest.raises(Refused, match="Line 1002: a file has at most 1000 students"):
        another_day.read("\n".join(lines), bundled())
