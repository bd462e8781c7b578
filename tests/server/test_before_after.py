"""Before and after: answers count once, nothing is revealed in between, and the report finds a known gain."""

import csv
import json
import re
from collections.abc import Iterator
from io import StringIO
from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient

from headlight.questions.questions import bundled
from headlight.reading.reader import CannotShow
from headlight.rooms import limits
from headlight.rooms.room import PACE, Given, Room
from headlight.rooms.rooms import ROOMS
from headlight.server import before_after, own_pace
from tests.questions.test_gain import drawn
from tests.server.asked_class import carry, following


class Class:
    """A room and its phones, by messages."""

    def __init__(self) -> None:
        self.code, _ = ROOMS.open()

    @property
    def room(self) -> Room:
        found = ROOMS.read(self.code)
        assert found
        return found

    def do(self, change: Any, *given: Any) -> Any:
        """Change the room, and return what a phone is told that has answered."""
        changed = change(self.room, *given)
        fields, told = changed if isinstance(changed, Given) else (changed, {})
        ROOMS.write(self.code, fields)
        return told

    def told(self) -> dict[str, Any]:
        """What every phone is sent of the room and of its set."""
        return {event.kind: json.loads(event.data) for event in self.room.events if event.kind in ("room", "set")}

    def answer(self, phone: str, options: dict[str, Any], *, done: bool = True, **other: Any) -> Any:
        now = self.told()["room"]["set"]
        said = {"set": now["id"], "phase": now["phase"], "answers": options, "done": done, **other}
        return self.do((own_pace if now["phase"] == PACE else before_after).given, phone, said)


@pytest.fixture
def lesson() -> Iterator[Class]:
    held = Class()
    held.do(before_after.begun, "full")
    yield held
    ROOMS.end(held.code)


def test_nothing_that_a_phone_is_sent_says_what_is_right_before_both_times_are_over(lesson: Class) -> None:
    for step in (lambda: None, lambda: lesson.do(before_after.closed), lambda: lesson.do(before_after.again)):
        step()
        items = lesson.told()["set"]["items"]
        assert [item["id"] for item in items] == [question.id for question in bundled().items]
        assert all(item.keys() == {"id", "asked", "options"} for item in items)
    lesson.do(before_after.closed)
    for item, question in zip(lesson.told()["set"]["items"], bundled().items, strict=True):
        assert (
            item["right"] == question.right and item["ideas"][question.right] == "" and item["query"] == question.query
        )


def test_thirty_phones_and_a_known_gain_that_the_report_finds(lesson: Class) -> None:
    questions, random = bundled().items, np.random.default_rng(3)
    times = drawn(random, 32, 0.5)
    wrong = [next(at for at, option in enumerate(each.options) if not option.right) for each in questions]

    def options(row: np.ndarray) -> dict[str, list[int]]:
        each = zip(questions, wrong, row, strict=True)
        return {one.id: [one.right if is_right else other, 7] for one, other, is_right in each}

    for phase, rows in enumerate(times):
        for phone, row in enumerate(rows[: 31 - phase]):  # one of them leaves
            answers = options(row)
            lesson.answer(f"phone {phone}", dict([*answers.items()][:3]), done=False)
            lesson.answer(f"phone {phone}", answers)
            lesson.answer(f"phone {phone}", answers)  # twice
        begun = 31 - phase
        assert lesson.told()["room"]["set"] | {"begun": begun, "done": begun} == lesson.told()["room"]["set"]
        lesson.do(before_after.closed)
        if not phase:
            lesson.do(before_after.again)
    told = before_after.report(lesson.room)
    before, after = (rows[:30].mean() for rows in times)
    found = round(100 * (after - before) / (1 - before))
    assert told["says"].startswith(f"30 answered both times. Right: {before:.0%} before, {after:.0%} after.")
    assert f"closed {found}% of the gap" in told["says"] and told["says"].endswith("1 answered once alone.")
    up = int((times[1][:30].sum(axis=1) > times[0][:30].sum(axis=1)).sum())
    assert (
        told["few"].startswith(f"{up} students gained, ")
        and "KR-20" in told["few"]
        and len(told["items"]) == 16
        and len(told["ideas"]) == len(bundled().ideas)
    )
    counted = [re.findall(r"(\d+) (?:right|came|left|kept|went)", each["ways"]) for each in told["items"]]
    assert all(sum(map(int, counts)) == 30 for counts in counted) and "discrimination" in told["items"][0]["ways"]
    for row, item in ((row, item) for row in told["items"] for item in bundled().items if item.asked == row["asked"]):
        sums = [sum(option["counts"][time] for option in row["options"]) for time in (0, 1)]
        assert sums[1] == told["pairs"] == 30 >= sums[0], "who does not know chose none before"
        assert row["options"][item.right]["counts"][1] == round(30 * row["after"])
    assert "physics" in told["scale"] and "not a person" in told["scale"]
    assert "McNemar" in told["items"][0]["ways"] and "McNemar" not in told["items"][-1]["ways"]
    gains = [each["after"] - each["before"] for each in told["items"]]
    assert gains == sorted(gains, reverse=True)
    rows = [*csv.DictReader(StringIO(told["answers.csv"].removeprefix("\ufeff")))]
    assert len(rows) == 16 * (31 + 30) and "phone" not in told["answers.csv"] and lesson.code not in told["answers.csv"]
    json.dumps(told)
    lesson.do(before_after.ended)
    assert "set" not in lesson.told()["room"] and not [name for name in lesson.room.fields if "given" in name]


def test_who_answers_late_or_of_another_phase_reads_so(lesson: Class) -> None:
    row = bundled().items[4]
    lesson.answer("a", {row.id: [-1, 3]}, done=True)
    assert lesson.told()["room"]["set"]["done"] == 0  # the others are open
    with pytest.raises(CannotShow, match="not open any more"):
        lesson.answer("a", {}, phase="after")
    with pytest.raises(CannotShow, match="not open any more"):
        lesson.answer("a", {}, set="of yesterday")
    lesson.do(before_after.closed)
    with pytest.raises(CannotShow, match="not open any more"):
        lesson.answer("a", {row.id: [1, 3]})
    with pytest.raises(CannotShow, match="answered once"):
        lesson.do(before_after.begun, "short")
    lesson.do(before_after.again)
    with pytest.raises(ValueError, match="no such option"):
        lesson.answer("a", {row.id: [-1, 3]})  # after the lesson everybody chooses
    told = before_after.report(lesson.room)
    assert "Nobody answered both times yet." in told["says"] and "need 30" in told["few"] and not told["items"]


def test_on_another_day_three_words_find_what_was_answered_and_who_lost_them_is_counted_alone() -> None:
    row, other = bundled().items[4], bundled().items[0]
    first = Class()
    first.do(lambda room: before_after.begun(room, [5, 1], another=True))
    words = {}
    for phone in ("a", "b", "c"):
        for answers in ({row.id: [-1, 3]}, {row.id: [-1, 3], other.id: [1, 9]}):  # the same words each time
            told = first.answer(phone, answers)
            assert words.setdefault(phone, told["words"]) == told["words"]
    first.do(before_after.closed)
    file = before_after.kept_until_then(first.room)["file"]
    assert len({*words.values()}) == 3 and all(each in file for each in words.values())
    first.do(before_after.again)  # or on the same phones after all
    with pytest.raises(CannotShow, match="has no words"):
        before_after.kept_until_then(first.room)
    assert first.answer("a", {row.id: [row.right, 3]}) == {}
    ROOMS.end(first.code)  # the server keeps nothing

    second = Class()
    with pytest.raises(CannotShow, match="Line 2: “Anna”"):
        second.do(before_after.resumed, "words,row\nAnna,b 3")
    for none in (None, 3, "\ud800"):
        with pytest.raises(ValueError, match=r"no file|surrogates"):
            second.do(before_after.resumed, none)
    second.do(before_after.resumed, file)
    with pytest.raises(CannotShow, match="answered once"):
        second.do(before_after.resumed, file)
    items = [item["id"] for item in second.told()["set"]["items"]]
    assert second.told()["set"]["words"] and items == [row.id, other.id]
    right = {row.id: [row.right, 4], other.id: [other.right, 5]}
    for typed in ("amber otter north", "", 3, "\ud800", "a" * 19_000):
        with pytest.raises(CannotShow, match="Nobody of this class"):
            second.answer("x", {}, words=typed)
    assert second.answer("x", {}, done=False, words=words["a"].upper()) == {
        "words": words["a"],
        "before": {row.id: [-1, 3], other.id: [1, 9]},
    }
    second.answer("x", right, words=words["a"])
    second.answer("y", right, words=words["a"])  # on the phone of a neighbour: once
    second.answer("z", right, words=words["b"])
    assert second.answer("lost", right) == {}
    assert second.told()["room"]["set"] | {"begun": 3, "done": 3} == second.told()["room"]["set"]
    second.do(before_after.closed)
    told = before_after.report(second.room)
    assert told["says"].startswith("2 answered both times.")
    assert told["says"].endswith("2 answered once alone. They were away once, or had lost their words.")
    assert not any(word in told["answers.csv"] for word in words["a"].split())
    ROOMS.end(second.code)


def test_words_are_tried_so_often_and_then_the_phone_waits(client: TestClient, room: dict) -> None:
    first, code = Class(), room["code"]
    first.do(lambda held: before_after.begun(held, [5], another=True))
    words = first.answer("a", {})["words"]
    number = ROOMS.read(code).new_number()
    ROOMS.write(code, before_after.resumed(ROOMS.read(code), before_after.kept_until_then(first.room)["file"]))
    ROOMS.end(first.code)
    carry(client, room, number)
    asked = ROOMS.read(code).json("set")["id"]
    with following(room, number):
        for tried in (words, *(f"amber otter {number}" for number in range(limits.WORDS.at_once)), words):
            said = {"set": asked, "phase": "after", "answers": {}, "done": False, "words": tried}
            answer = client.post(f"/class/{code}/answer", json=said)
        assert answer.status_code == 429 and "half a minute" in answer.json()["sorry"]


@pytest.mark.parametrize(
    "answers",
    [
        *(None, [], {"none": [0, 1]}, {"row": 1}, {"row": [9, 1]}, {"row": [0]}, {"row": [0, -1]}, {"row": [0.5, 1]}),
        *({"row": [True, 1]}, {"row": ["<b>", 1]}, {"row": [0, 10**9]}, {"row": [-2, 1]}),
    ],
)
def test_rubbish_is_refused_and_leaves_nothing(lesson: Class, answers: Any) -> None:
    with pytest.raises(ValueError, match="no"):
        lesson.answer("a", answers)
    with pytest.raises(ValueError, match="no answers"):
        lesson.answer("a", {}, done="yes")
    assert not [name for name in lesson.room.fields if "given" in name]


def test_only_what_is_asked_can_be_closed_and_only_a_form_begun() -> None:
    room = Class()
    for change in (before_after.closed, before_after.again, before_after.report):
        with pytest.raises(CannotShow, match="before the lesson first"):
            change(room.room)
    with pytest.raises(ValueError, match="no such form"):
        room.do(before_after.begun, "long")
    for numbers in ([], [0], [17], [1, 1], ["1"], [True]):
        with pytest.raises(CannotShow, match="1 to 16"):
            room.do(before_after.begun, numbers)
    room.do(before_after.begun, [5, 1])
    assert [item["id"] for item in room.told()["set"]["items"]] == ["row", "unknown-village"]
    room.do(before_after.ended)
    room.do(before_after.begun, "short")
    assert len(room.told()["set"]["items"]) == 8
    room.do(before_after.closed)
    room.do(before_after.again)
    with pytest.raises(CannotShow, match="answered once"):
        room.do(before_after.again)
    ROOMS.end(room.code)
