"""A playlist at their own pace: what it asks, what phones are sent, what a teacher sees of it, and what stays of it."""

import base64
import csv
import json
from collections.abc import Iterator
from io import StringIO

import pytest

from headlight.app import playlist
from headlight.questions.questions import bundled
from headlight.reading.reader import CannotShow
from headlight.rooms.rooms import ROOMS
from headlight.server import own_pace, questions
from headlight.state.first_path import STEPS
from headlight.state.story import STORIES
from tests.server.test_before_after import Class

STORY = next(iter(STORIES.values()))
OWN = "ask Who goes first? | the class | * the model"
LINES = [
    "/?at=attention&text=bear",
    f"/?at={STORY.view}&story={STORY.id}",
    "/?at=path&stop=3",
    "question row",
    OWN,
    "question row",
]


@pytest.fixture
def given() -> Iterator[Class]:
    held = Class()
    held.do(own_pace.begun, LINES)
    yield held
    ROOMS.end(held.code)


def ids(given: Class) -> list[str]:
    return [item["id"] for item in given.told()["set"]["items"]]


def rights(given: Class) -> list[int]:
    """The right option of each question, as the class is told it in the end."""
    given.do(own_pace.closed)
    return [item["right"] for item in given.told()["set"]["items"]]


def test_it_asks_what_its_stories_guesses_and_questions_ask_once_each_in_their_order(given: Class) -> None:
    row = bundled().chosen(["row"]).items[0]
    asked = [(item["asked"], item["options"]) for item in given.told()["set"]["items"]]
    assert asked == [
        (STORY.question, STORY.choices),
        (STEPS[2].question, STEPS[2].options),
        (row.asked, [option.says for option in row.options]),
        ("Who goes first?", ["the class", "the model"]),
    ]
    given.do(own_pace.ended)
    for name, count in {"stories": len(STORIES), "guesses": len(STEPS), "sixteen questions": 16}.items():
        given.do(own_pace.begun, [name])
        assert len(ids(given)) == count, name
        given.do(own_pace.ended)


def test_no_phone_is_sent_what_is_right_nor_a_picture_until_it_is_shown(given: Class) -> None:
    ROOMS.write(given.code, {"board": b"a picture", "about": b"{}"})
    kinds = {event.kind for event in given.room.events}
    assert kinds == {"room", "set"}
    assert all(item.keys() == {"id", "about", "asked", "options"} for item in given.told()["set"]["items"])
    given.do(own_pace.shown, "question row")
    row = bundled().chosen(["row"]).items[0]
    told = given.told()["set"]
    (item,) = [item for item in told["items"] if "right" in item]
    assert (item["id"], item["right"], item["query"], told["wall"]) == (
        "question row",
        row.right,
        row.query,
        item["id"],
    )
    assert row.fact in item["says"]


def test_what_is_on_the_wall_counts_each_vote_and_nobody_changes_theirs_any_more(given: Class) -> None:
    for phone, option in {"a": 0, "b": 1, "c": 1}.items():
        given.answer(phone, {"question row": [option, 4]}, done=False)
    given.do(own_pace.shown, "question row")
    message = base64.b64decode(given.room.fields["results"])
    header = json.loads(message[4 : 4 + int.from_bytes(message[:4], "little")])
    tables = [
        item["header"]
        for row in header["rows"]
        for column in row
        for item in column["items"]
        if item.get("key") == "counts"
    ]
    assert [int(cell[0]) for cell in tables[0]["columns"][1]["cells"]] == [1, 2, 0, 0]
    given.answer("a", {"question row": [3, 9], "guess 3": [0, 9]}, done=False)  # late
    given.answer("d", {"question row": [3, 9]}, done=False)
    kept = given.room.json("given:pace:a")["answers"]
    assert kept == {"question row": [0, 4], "guess 3": [0, 9]} and not given.room.json("given:pace:d")["answers"]
    given.do(own_pace.hidden)
    assert "results" not in given.room.fields and "right" in given.told()["set"]["items"][2]


def test_whoever_has_answered_all_that_is_still_open_has_finished(given: Class) -> None:
    given.do(own_pace.shown, "question row")
    given.answer("a", {id: [0, 3] for id in ids(given) if id != "question row"})
    given.answer("b", {"guess 3": [0, 3]})
    assert (given.told()["room"]["set"]["begun"], given.told()["room"]["set"]["done"]) == (2, 1)


def test_the_grid_has_a_row_a_phone_from_who_has_answered_most_and_no_number_of_any(given: Class) -> None:
    right = {"story one-head": STORY.right - 1, "own Who goes first?": 1}
    given.answer("phone 7", {"guess 3": [0, 1]}, done=False)
    given.answer("phone 8", {id: [right.get(id, 0), 1] for id in ids(given)})
    given.answer("phone 9", {"question row": [0, 1], "own Who goes first?": [0, 2]}, done=False)
    for count in (3, 200):
        for phone in range(count - 3):
            given.answer(f"phone {100 + phone}", {"own Who goes first?": [0, 2]}, done=False)
        told = own_pace.progress(given.room)
        assert len(told["phones"]) == count and "phone 7" not in json.dumps(told)
        first = told["phones"][0]
        assert first["done"] and first["row"][0] == first["row"][3] == "1" and " " not in first["row"]
        answered = [len(phone["row"].replace(" ", "")) for phone in told["phones"]]
        assert answered == sorted(answered, reverse=True)


def test_whatever_is_given_before_or_without_one_is_refused_in_a_sentence(given: Class) -> None:
    with pytest.raises(CannotShow, match="end them first"):
        given.do(own_pace.begun, LINES)
    with pytest.raises(ValueError, match="no such question"):
        given.do(own_pace.shown, "question none")
    given.do(own_pace.ended)
    for change in (own_pace.closed, own_pace.hidden, own_pace.progress):
        with pytest.raises(CannotShow, match="give it one first"):
            change(given.room)
    with pytest.raises(CannotShow, match="asks nothing"):
        given.do(own_pace.begun, ["/?at=attention", "question none", "https://example.com/?story=none"])
    with pytest.raises(CannotShow, match="needs choices"):
        given.do(own_pace.begun, ["ask Why?"])
    with pytest.raises(CannotShow, match="2 to 5 choices"):
        given.do(own_pace.begun, ["ask Why? | because"])
    with pytest.raises(CannotShow, match="at most 60"):
        given.do(own_pace.begun, [f"ask Number {number}? | yes | no" for number in range(61)])


def test_the_report_has_every_vote_of_the_room_and_what_stays_behind_wrong_ones(given: Class) -> None:
    row = bundled().chosen(["row"]).items[0]
    wrong = next(place for place, option in enumerate(row.options) if not option.right)
    for phone, option in {"a": row.right, "b": wrong}.items():
        given.answer(phone, {"question row": [option, 4], "own Who goes first?": [1, 5]}, done=False)
    given.do(own_pace.ended)
    live = questions.own("Yes?", ["yes", "no"], 0)
    given.do(live.fields)
    mark = given.room.json("question")
    for time in (1, 2):
        said = {"id": mark["id"], "round": time}
        given.do(questions.answered, "a", {**said, "choice": 0})
        given.do(questions.answered, "b", {**said, "choice": 2 - time})
        if time == 1:
            given.do(questions.again)
    told = own_pace.report(given.room)
    assert [each["asked"] for each in told["rows"]] == [row.asked, "Who goes first?", "Yes?"]
    assert [each["shares"] for each in told["rows"]] == [[0.5], [1.0], [0.5, 1.0]]
    assert told["rows"][0]["options"][wrong]["idea"] == bundled().ideas[row.options[wrong].idea]
    assert told["says"] == (
        "The class was asked 3 times. Right at the first vote: 67%, the mean of 3 questions. "
        "Where it talked and voted again: 50%, then 100%."
    )
    lines = [*csv.DictReader(StringIO(told["votes.csv"].removeprefix("\ufeff")))]
    assert len(lines) == 4 + 2 + 2 and lines[-1]["after talking"] == "0" and lines[0]["after talking"] == ""
    assert given.code not in json.dumps(told)
    given.do(questions.closed)
    assert own_pace.report(given.room) == told  # kept, also when nothing is asked any more


def test_free_text_is_counted_and_not_told(given: Class) -> None:
    given.do(questions.own("Why?", []).fields)
    mark = given.room.json("question")
    given.do(questions.answered, "a", {"id": mark["id"], "round": 1, "choice": "<b>because"})
    told = own_pace.report(given.room)
    assert told["rows"][-1]["answers"] == [1] and "because" not in json.dumps(told)


def test_a_line_is_a_page_a_list_a_question_or_one_of_the_teachers_own() -> None:
    assert playlist.stops(["stories", " ", "/?at=path", "/?at=path&stop=2"]) == [
        *playlist.ready()["stories"],
        *playlist.ready()["guesses"],
        "/?at=path&stop=2",
    ]
    assert playlist.leads("question row")[0] == bundled().chosen(["row"]).items[0].view
    assert playlist.own_of(OWN) == ("Who goes first?", ["the class", "the model"], 1)
    assert playlist.question_of("question none") is None and playlist.own_of("question row") is None
