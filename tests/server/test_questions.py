"""Guess together: questions have the model's own numbers, answers are counted once, and no student sees another's."""

import base64
import json
import math
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import pytest

from headlight.pages.path.answers import ANSWERS
from headlight.parts import race, vocabulary
from headlight.reading import reader
from headlight.reading.beginnings import SETS
from headlight.reading.reader import CannotShow
from headlight.rooms.room import Room
from headlight.rooms.rooms import ROOMS
from headlight.server import questions, revealed, shared_map
from headlight.state.first_path import STEPS
from headlight.state.registry import find
from headlight.state.state import State
from headlight.state.story import STORIES
from tests.hostile import HOSTILE
from transformer import Intervention, edits

TRAIL = "The hiking trail led us through bear country"


class Class:
    """A room with its teacher and its students, without their browsers."""

    def __init__(self, view: str = "attention", **state: Any) -> None:
        self.code, _ = ROOMS.open()
        about = {"view": view, "state": State.of(find(view), **state).written()}
        ROOMS.write(self.code, {"about": json.dumps(about).encode()})

    @property
    def room(self) -> Room:
        found = ROOMS.read(self.code)
        assert found
        return found

    @property
    def seen(self) -> dict:
        """Return what a student's page is told."""
        return next(json.loads(each.data) for each in self.room.events if each.kind == "room")

    def ask(self, **said: Any) -> dict:
        ROOMS.write(self.code, questions.asked(said, self.room).fields(self.room))
        return self.seen["question"]

    def answer(self, *choices: int | str) -> None:
        for browser, choice in enumerate(choices):
            said = {**{key: self.seen["question"][key] for key in ("id", "round")}, "choice": choice}
            ROOMS.write(self.code, questions.answered(self.room, str(browser), said).fields)

    def reveal(self) -> dict:
        """The header of the board that all are shown."""
        ROOMS.write(self.code, {"results": revealed.results(self.room)})
        message = base64.b64decode(self.room.fields["results"])
        return json.loads(message[4 : 4 + int.from_bytes(message[:4], "little")])


@pytest.fixture
def lesson() -> Iterator[Class]:
    """About one sentence, in the head that looks at the describing word."""
    held = Class(text=TRAIL, layer=3, head=1)
    yield held
    ROOMS.end(held.code)


def pictures(header: dict, name: str) -> list[dict]:
    items = [item for row in header["rows"] for column in row for item in column["items"]]
    return [item["header"] for item in items if item.get("name") == name]


def test_where_it_looks_is_the_row_of_the_head(lesson: Class) -> None:
    question = lesson.ask(kind="look")
    row = reader.bundled().trace(TRAIL).layers[2].pattern[0, -1]
    assert question["options"] == TRAIL.split() and question["kind"] == "word"
    assert "“country”" in question["words"] and "layer 3, head 1" in question["words"]
    lesson.answer(6, 6, 2)
    (drawn,) = pictures(lesson.reveal(), "bars")
    assert [bar["before"] for bar in drawn["bars"]] == pytest.approx(row.tolist())
    assert [bar["value"] for bar in drawn["bars"]] == pytest.approx([0, 0, 1 / 3, 0, 0, 0, 2 / 3, 0])
    assert drawn["bars"][6]["note"] == f"2 · model {math.floor(100 * row[6] + 0.5)}%"


def test_the_chosen_word_and_head_of_the_teacher_are_asked_about(lesson: Class) -> None:
    state = State.of(find("attention"), text=TRAIL, layer=5, head=2, query=3)
    ROOMS.write(lesson.code, {"about": json.dumps({"view": "attention", "state": state.written()}).encode()})
    question = lesson.ask(kind="look")
    assert question["options"] == TRAIL.split()[:4]
    assert "“led”" in question["words"] and "layer 5, head 2" in question["words"]


def test_what_comes_next_is_the_models_choice_in_an_order_that_tells_nothing(lesson: Class) -> None:
    question = lesson.ask(kind="next")
    model = reader.bundled()
    labels, chances = vocabulary.likeliest(model, model.trace(TRAIL), count=5)
    assert question["options"] == sorted(labels, key=str.lower)
    lesson.answer(0)
    (drawn,) = pictures(lesson.reveal(), "bars")
    assert {bar["label"]: bar["before"] for bar in drawn["bars"]} == pytest.approx(
        dict(zip(labels, chances, strict=True))
    )


def test_the_class_as_the_head_changes_what_comes_next(lesson: Class) -> None:
    lesson.ask(kind="head")
    lesson.answer(0, 0, 6, 7)
    by_class, by_head = pictures(lesson.reveal(), "looks")
    row = (0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.25, 0.25)
    model = reader.bundled()
    for drawn, change in ((by_class, Intervention(edits=(edits.row(2, 0, 7, row),))), (by_head, Intervention())):
        labels, chances = vocabulary.likeliest(model, model.trace(TRAIL, change), count=5)
        assert [label for label, _ in drawn["following"]] == labels
        assert [chance for _, chance in drawn["following"]] == pytest.approx(chances.tolist())
    shades = np.frombuffer(base64.b64decode(by_class["shades"]), np.uint8).reshape(8, 8)[7]
    assert shades.tolist() == [round(255 * share) for share in row]


@pytest.mark.parametrize("number", range(1, len(STEPS) + 1))
def test_each_of_the_guesses_is_answered_by_the_model(lesson: Class, number: int) -> None:
    step = STEPS[number - 1]
    assert lesson.ask(kind="stop", stop=number)["options"] == step.options
    lesson.answer(0)
    header = lesson.reveal()
    right = ANSWERS[step.answer](reader.bundled()).option
    drawn = pictures(header, "bars")[0]
    assert [bar["before"] for bar in drawn["bars"]] == [float(place == right) for place in range(len(step.options))]
    keys = {item.get("key", "") for row in header["rows"] for column in row for item in column["items"]}
    assert "sentence" in keys, "with the picture that answers it"


def test_a_class_draws_a_head_together_and_is_compared_with_all(lesson: Class) -> None:
    """Seven rows and ten phones: three rows come from two; each phone copies one head, and that head is found."""
    question = lesson.ask(kind="map")
    assert question["kind"] == "map" and question["causal"] and question["options"][3] == "led"
    mark = {key: question[key] for key in ("id", "round")}
    with pytest.raises(CannotShow, match="Nobody has drawn a row yet"):
        lesson.reveal()
    phones = [f"phone{number}" for number in range(10)]
    turn = partial(ROOMS.turn, lesson.code)
    at_once = [questions.answered(lesson.room, phone, mark, turn) for phone in phones]
    assert sorted(given.told["row"] for given in at_once) == sorted([*range(1, 8), 1, 2, 3])
    rows = []
    for phone in reversed(phones):
        given = questions.answered(lesson.room, phone, mark, turn)
        ROOMS.write(lesson.code, given.fields)
        rows.insert(0, given.told["row"])
        assert questions.answered(lesson.room, phone, mark).told == given.told, "where its page has kept nothing"
    assert {rows.count(row) for row in range(1, 8)} == {1, 2} and len(rows) == 10
    assert lesson.seen["answered"] == 0, "whoever is given a row has not answered"
    pattern = reader.bundled().trace(TRAIL).layers[5].pattern[4]
    for phone, row in zip(phones, rows, strict=True):
        for taps in ([1, *[0] * row], np.round(99 * pattern[row, : row + 1]).astype(int).tolist()):  # a change of mind
            before = lesson.seen["drawn"]
            given = questions.answered(lesson.room, phone, {**mark, "choice": {"row": row, "taps": taps}})
            ROOMS.write(lesson.code, given.fields)
            assert lesson.seen["drawn"] != before, "the wall is told of each change, of a count or of a row alone"
        filled = base64.b64decode(shared_map.filling(lesson.room)["board"])
        assert b"class_map" in filled and b"layer" not in filled, "the wall tells of no head while they draw"
    assert lesson.seen["answered"] == 10
    header = lesson.reveal()
    own, other, heads = pictures(header, "matrix")
    assert (own["alt"][:9], other["alt"]) == ("The class", "The weights of layer 6, head 5.")
    assert [*heads["selected"]] == [5, 4]
    with pytest.raises(CannotShow, match="shown already"):
        questions.answered(lesson.room, "late", mark)
    ROOMS.write(lesson.code, questions.closed(lesson.room))
    assert shared_map.filling(lesson.room) == {} and "answered" not in lesson.seen
    assert lesson.room.json("votes")["votes"][-1]["rounds"] == [[10]], "the report says how many have drawn"
    alone = Class(text="bear country", layer=3, head=1)
    with pytest.raises(CannotShow, match="three words or more"):
        alone.ask(kind="map")
    ROOMS.end(alone.code)


@pytest.mark.parametrize("size", [30, 200])
def test_a_class_plays_ten_beginnings_against_the_table_and_the_transformer(lesson: Class, size: int) -> None:
    """Everybody taps or types; some change their mind, answer late, or leave; what they type is not kept."""
    chances = np.random.default_rng(size)
    lesson.ask(kind="race", set=2)
    rights: list[float] = []
    for at, beginning in enumerate(SETS[1], 1):
        question = lesson.seen["question"]
        assert beginning.text in question["words"] and question["words"].startswith(f"{at} of 10")
        assert question["options"] == sorted(question["options"], key=str.casefold) and question["last"] == (at == 10)
        told = b"".join(each.data for each in lesson.room.events)
        assert b"shares" not in told and race.told(beginning).encode() not in told
        choices = chances.integers(0, 6, size).tolist()
        lesson.answer(*[0] * size)  # all change their mind
        typed = [*beginning.options, "fourteen", f" {beginning.word.upper()}. "]
        lesson.answer(*[choice if choice < 4 and phone % 2 else typed[choice] for phone, choice in enumerate(choices)])
        assert lesson.seen["answered"] == size and not any(
            b"fourteen" in value for value in lesson.room.fields.values()
        )
        ROOMS.write(lesson.code, {"left:0": b""})  # whoever leaves has answered
        right = [choice == 5 or (choice < 4 and beginning.options[choice] == beginning.word) for choice in choices]
        rights.append(float(np.mean(right)))
        header = lesson.reveal()
        with pytest.raises(CannotShow, match="The answers are shown already"):
            lesson.answer(0)
        (bars,) = pictures(header, "bars")
        assert (
            sum(bar["value"] for bar in bars["bars"]) == pytest.approx(1) and bars["bars"][4]["label"] == "another word"
        )
        class_, table, transformer = np.diff(curves(lesson, header))
        assert class_ == pytest.approx(rights)
        for line, name in ((table, "table"), (transformer, "transformer")):
            assert line.tolist() == [float(getattr(race.rivals(each), name).right) for each in SETS[1][:at]]
        if at < 10:
            lesson.ask(kind="race")
    bits = next(each for each in pictures(header, "table") if "bits" in each["alt"].lower())
    assert float(bits["columns"][1]["cells"][0][0]) == pytest.approx(np.mean(-np.log2(rights)), abs=0.06)
    with pytest.raises(CannotShow, match="These ten are played"):
        lesson.ask(kind="race")


def curves(lesson: Class, header: dict) -> np.ndarray:
    """The lines of a race as they were sent: [line, beginning]."""
    items = [item for row in header["rows"] for column in row for item in column["items"]]
    drawn = next(item for item in items if item.get("name") == "curves")
    message = base64.b64decode(lesson.room.fields["results"])
    numbers = message[4 + int.from_bytes(message[:4], "little") :]
    return np.frombuffer(numbers[drawn["start"] :][: drawn["length"]], np.float32).reshape(4, -1)[1:]


@pytest.mark.parametrize("id", STORIES)
def test_the_question_of_each_story_has_choices_of_which_one_happens(lesson: Class, id: str) -> None:
    story = STORIES[id]
    ROOMS.write(lesson.code, {"about": json.dumps({"story": id}).encode()})
    asked = lesson.ask(kind="story")
    assert (asked["words"], asked["options"]) == (story.question, story.choices)
    assert 2 <= len(set(story.choices)) == len(story.choices) <= 5
    lesson.answer(story.right - 1)
    (drawn,) = pictures(lesson.reveal(), "bars")
    assert all(bar["value"] == bar["before"] for bar in drawn["bars"]), "the class has chosen what happens"


def test_two_votes_stand_side_by_side_and_each_browser_counts_once(lesson: Class) -> None:
    lesson.ask(kind="own", words="Which?", options=["this", "that", " ", "neither"])
    assert lesson.seen["question"]["options"] == ["this", "that", "neither"]
    lesson.answer(0, 0, 1)
    lesson.answer(2)  # the first changes its mind
    assert lesson.seen["answered"] == 3
    ROOMS.write(lesson.code, questions.again(lesson.room))
    assert lesson.seen["answered"] == 0 and lesson.seen["question"]["round"] == 2
    lesson.answer(1, 1, 1)
    header = lesson.reveal()
    first, second = ([bar["value"] for bar in drawn["bars"]] for drawn in pictures(header, "bars"))
    assert first == pytest.approx([1 / 3] * 3) and second == [0, 1, 0]
    (counts,) = pictures(header, "table")
    assert [[cell[0] for cell in column["cells"]] for column in counts["columns"]] == [
        ["this", "that", "neither"],
        ["1", "1", "1"],
        ["0", "3", "0"],
    ]


def test_until_the_answers_are_shown_only_their_number_is(lesson: Class) -> None:
    lesson.ask(kind="look")
    hidden = json.dumps(lesson.seen)
    lesson.answer(6, 6)
    told = lesson.seen
    assert (told["answered"], told["revealed"], told["voted"]) == (2, False, True)
    assert json.loads(hidden) == {**told, "answered": 0, "voted": False}
    assert b"shares" not in b"".join(each.data for each in lesson.room.events)


def test_late_and_wrong_answers_count_for_nothing_and_who_is_late_reads_why(lesson: Class) -> None:
    question = lesson.ask(kind="look")
    mark = {"id": question["id"], "round": 1}
    for choice in (8, -1, "0", 1.0, True, None, [0]):
        with pytest.raises(ValueError, match="option"):
            questions.answered(lesson.room, "one", {**mark, "choice": choice})
    late = {**mark, "choice": 0}
    for said in ({}, {**late, "id": "other"}, {**late, "round": 2}):
        with pytest.raises(CannotShow, match="not asked any more"):
            questions.answered(lesson.room, "one", said)
    lesson.reveal()
    with pytest.raises(CannotShow, match="The answers are shown already"):
        questions.answered(lesson.room, "one", late)
    ROOMS.write(lesson.code, questions.reset(lesson.room))
    with pytest.raises(CannotShow, match="not asked any more"):
        questions.answered(lesson.room, "one", late)
    ROOMS.write(lesson.code, questions.closed(lesson.room))
    with pytest.raises(CannotShow, match="not asked any more"):
        questions.answered(lesson.room, "one", late)
    assert "question" not in lesson.seen
    assert not any(name.startswith(("answer:", "model", "results")) for name in lesson.room.fields)


def test_what_a_class_writes_reaches_its_teacher_alone(lesson: Class) -> None:
    question = lesson.ask(kind="own", words="Why?", options=[" "])
    assert (question["kind"], question["options"]) == ("text", [])
    mark = {"id": question["id"], "round": 1}
    for browser, words in (("one", "b"), ("two", "<script>alert(1)</script>"), ("one", " A \n"), ("three", "x" * 5000)):
        ROOMS.write(lesson.code, questions.answered(lesson.room, browser, {**mark, "choice": words}).fields)
    for nothing in ("", " \n", 0, None, ["a"], "\ud800"):
        with pytest.raises(ValueError, match=r"written|surrogates"):
            questions.answered(lesson.room, "one", {**mark, "choice": nothing})
    assert questions.written(lesson.room) == ["<script>alert(1)</script>", "A", "x" * 300], (
        "in an order that tells nobody"
    )
    told = b"".join(each.data for each in lesson.room.events)
    assert lesson.seen["answered"] == 3 and b"script" not in told and b"xxx" not in told
    with pytest.raises(CannotShow, match="for you alone"):
        revealed.results(lesson.room)
    ROOMS.write(lesson.code, questions.closed(lesson.room))
    assert questions.written(lesson.room) == []


def test_a_question_has_two_to_five_choices_or_none_of_so_many_letters(lesson: Class) -> None:
    for options in (["one"], list("abcdef")):
        with pytest.raises(CannotShow, match="2 to 5 choices"):
            questions.asked({"kind": "own", "words": "Which?", "options": options}, lesson.room)
    for options in ([], list("ab"), list("abcde"), ["a" * 120, "b"]):
        asked = questions.asked(
            {"kind": "own", "words": "w" * 301, "options": [f" {each}c" for each in options]}, lesson.room
        )
        assert asked.options == [f"{each}c"[:120] for each in options] and asked.words == "w" * 300


@pytest.mark.parametrize("typed", HOSTILE)
def test_hostile_questions_are_plain_text_or_refused(lesson: Class, typed: str) -> None:
    try:
        question = lesson.ask(kind="own", words=typed, options=[typed, "b" + typed])
    except CannotShow:
        assert not typed.strip()
        return
    assert question["words"] == typed.strip()[:300]
    lesson.answer(0)
    assert lesson.reveal()
    for kind in (typed, 3, None):
        with pytest.raises(ValueError, match=r"question|literal"):
            questions.asked({"kind": kind, "stop": typed}, lesson.room)


def test_the_start_asks_about_the_head_that_it_shows() -> None:
    held = Class("start")
    try:
        assert "layer 6, head 5" in held.ask(kind="head")["words"]
    finally:
        ROOMS.end(held.code)
