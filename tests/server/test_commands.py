"""Each command in each state of a room, those too that no button allows: what is said, and what the room then holds."""

import base64
import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from headlight.rooms.limits import Door
from headlight.rooms.room import PACE, Room
from headlight.rooms.rooms import ROOMS
from headlight.server import classroom, own_pace, questions, revealed
from headlight.server.commands import changed
from headlight.state.registry import find
from headlight.state.state import State
from headlight.state.story import STORIES
from tests.server.asked_class import CHOICE, bearer, carry, following

WORDS = "The hiking trail led us through bear country"
TEXT, HEAD = {"kind": "own", "words": "Why?", "options": []}, {"kind": "head"}
COMMANDS: dict[str, dict[str, Any]] = {
    **{word: {"do": word} for word in ("pause", "go on", "reveal", "again", "reset", "close", "read", "end")},
    **{f"ask {kind}": {"do": "ask", "kind": kind} for kind in ("look", "head", "next", "story")},
    "ask a choice": {"do": "ask", **CHOICE},
    "ask for text": {"do": "ask", **TEXT},
    "ask a guess": {"do": "ask", "kind": "stop", "stop": 1},
    "ask a beginning": {"do": "ask", "kind": "race", "set": 6},
    "ask the next beginning": {"do": "ask", "kind": "race"},
    **{f"answer {choice!r}": {"choice": choice} for choice in (0, 1, "words")},
    "give a playlist": {"do": "give", "playlist": ["question row", "/?at=path&stop=3"]},
    "show its answer": {"do": "show", "item": "question row"},
    **{word: {"do": word} for word in ("hide", "close set", "progress", "votes", "end set")},
    "answer the playlist": {"answers": {"guess 3": [1, 9], "question row": [2, 9]}, "done": True},
}


def shows(view: str, story: str = "", **state: Any) -> dict[str, bytes]:
    """What the page of a teacher says of itself."""
    about = {"view": view, "state": State.of(find(view), **state).written(), "story": story}
    return {"about": json.dumps(about).encode()}


class Asked:
    """A room as commands leave it, without the browsers of anybody."""

    def __init__(self, **fields: bytes) -> None:
        self.fields = {"secret": b"kept", **fields}

    @property
    def room(self) -> Room:
        return Room(self.fields, ())

    def put(self, changes: dict) -> "Asked":
        both = {**self.fields, **changes}
        return Asked(**{name: value for name, value in both.items() if value is not None})

    def ask(self, said: dict) -> "Asked":
        return self.put(questions.asked(said, self.room).fields(self.room))

    def given(self, *choices: int) -> "Asked":
        """A playlist is given, and phones answer one of its questions."""
        asked = self.put(changed(self.room, "give", COMMANDS["give a playlist"]))
        mark = {"set": asked.room.json("set")["id"], "phase": PACE, "done": False}
        for phone, choice in enumerate(choices):
            said = {**mark, "answers": {"question row": [choice, 3]}}
            asked = asked.put(own_pace.given(asked.room, f"phone{phone}", said).fields)
        return asked

    def answered(self, *choices: Any) -> "Asked":
        question, given = self.room.json("question"), {}
        for phone, choice in enumerate(choices):
            said = {"id": question["id"], "round": question["round"], "choice": choice}
            given |= questions.answered(self.room, f"phone{phone}", said).fields
        return self.put(given)

    def revealed(self) -> "Asked":
        return self.put({"results": revealed.results(self.room)})

    def again(self) -> "Asked":
        return self.put(questions.again(self.room))


def sentence(**more: Any) -> Asked:
    return Asked(**shows("attention", text=WORDS, layer=3, head=1, **more))


ELSEWHERE = {
    "a page without a sentence": shows("look_up"),
    "a shorter sentence": shows("attention", text="red bear"),
    "another sentence of as many words": shows("attention", text=WORDS[::-1]),
}


def beginnings(count: int) -> Asked:
    """A game that has come to this beginning."""
    begun = Asked().ask(COMMANDS["ask a beginning"])
    for _ in range(count - 1):
        begun = begun.ask(COMMANDS["ask the next beginning"])
    return begun


def on_the_wall() -> Asked:
    """A playlist of which one row of answers is shown."""
    given = sentence().given(1, 2)
    return given.put(own_pace.shown(given.room, "question row"))


# Made when they are asked: some need a model and what it has read, which whoever collects the tests need not open.
STATES: dict[str, Callable[[], Asked | None]] = {
    "ended": lambda: None,
    "nothing shown yet": lambda: Asked(),
    "no sentence": lambda: Asked(**shows("look_up")),
    "one word": lambda: Asked(**shows("attention", text="bear")),
    "a story": lambda: Asked(**shows("attention", next(iter(STORIES)), text=WORDS)),
    "a sentence": lambda: sentence(),
    "the first word chosen": lambda: sentence(query=0),
    "a word past the end chosen": lambda: Asked(**shows("attention", text="the red bear", query=7)),
    "paused": lambda: sentence().put({"paused": b"1"}),
    "a choice asked": lambda: sentence().ask(CHOICE),
    "a choice answered": lambda: sentence().ask(CHOICE).answered(0, 1, 1),
    "a choice answered, one has left": lambda: sentence().ask(CHOICE).answered(0, 1).put({"left:phone0": b""}),
    "answers shown": lambda: sentence().ask(CHOICE).answered(0, 1).revealed(),
    "nobody's answers shown": lambda: sentence().ask(CHOICE).revealed(),
    "a second vote": lambda: sentence().ask(CHOICE).answered(0, 1).revealed().again(),
    "a second vote shown": lambda: sentence().ask(CHOICE).answered(0, 1).again().answered(1).revealed(),
    "text asked": lambda: sentence().ask(TEXT),
    "text written": lambda: sentence().ask(TEXT).answered("b", "a"),
    "text asked twice": lambda: sentence().ask(TEXT).answered("b").again(),
    "a guess answered": lambda: Asked().ask(COMMANDS["ask a guess"]).answered(0),
    "a beginning answered": lambda: beginnings(1).answered(3, "wall", 0),
    "the last beginning shown": lambda: beginnings(10).answered("words", 1).revealed(),
    "a playlist given": lambda: sentence().given(),
    "a playlist answered": lambda: sentence().given(1, 2, 1),
    "a playlist answered, and a choice": lambda: sentence().given(1).ask(CHOICE).answered(0),
    "an answer of a playlist on the wall": lambda: on_the_wall(),
    "a playlist closed": lambda: on_the_wall().put(own_pace.closed(on_the_wall().room)),
    **{
        f"the head given by the class, then {where}": lambda about=about: (
            sentence().ask(HEAD).answered(0, 6, 7).put(about)
        )
        for where, about in ELSEWHERE.items()
    },
}


def expected(before: Room, command: str) -> int:
    """The status of the answer to a command."""
    question, about = before.json("question"), before.json("about")
    chosen = about and State.parse(find(about["view"]), about["state"])
    has_sentence = bool(about) and about["view"] != "look_up"
    given = before.json("set")
    match command.split(" ", 1):
        case ["give", _]:
            return 409 if given else 200
        case ["show" | "hide" | "progress", *_] | ["close", "set"]:
            return 200 if given else 409
        case ["answer", "the playlist"]:
            return 200 if given.get("open") else 409
        case ["reveal"]:
            return 400 if not question else 409 if question["kind"] == "text" else 200
        case ["again" | "reset"]:
            return 200 if question else 400
        case ["ask", "story"]:
            return 200 if about.get("story") else 409
        case ["ask", "the next beginning"]:
            return 400 if question.get("kind") != "race" else 409 if question["last"] else 200
        case ["ask", "next"]:
            return 200 if has_sentence else 409
        case ["ask", "look" | "head"]:
            return 200 if has_sentence and " " in chosen.get("text") and chosen.get("query") != 0 else 409
        case ["answer", choice]:
            if not question or "results" in before.fields:
                return 409
            return 200 if question["kind"] == "race" or (question["kind"] == "text") == (choice == "'words'") else 400
    return 200


def holds(room: Room) -> None:
    """What is so of each room, whatever was said to it."""
    fields, question = room.fields, room.json("question")
    (seen,) = [json.loads(event.data) for event in room.events if event.kind == "room"]
    votes = [name.split(":") for name in fields if name.startswith("answer:")]
    assert ("question" in fields) == ("model" in fields) == ("question" in seen)
    wall, given = fields.get("results") and not question, [name for name in fields if name.startswith("given:")]
    assert question or given or not (votes or any(name.startswith("left:") for name in fields))
    assert not wall or room.json("set")["wall"]
    assert ("set" in fields) == ("key" in fields) == ("set" in seen) and ("set" in fields or not given)
    if given:
        assert seen["set"]["begun"] == len(given) and seen["voted"]
    assert seen["paused"] == ("paused" in fields)
    assert seen.get("revealed", False) == ("results" in fields)
    if question:
        now = [number for _, number, _ in votes if number == str(question["round"])]
        assert seen["answered"] + seen["left"] == len(now) and seen["question"] == question
        assert {number for _, number, _ in votes} <= {"1", str(question["round"])}
    if "results" in fields and question and question["options"]:
        message = base64.b64decode(fields["results"])
        header = json.loads(message[4 : 4 + int.from_bytes(message[:4], "little")])
        items = [item for row in header["rows"] for column in row for item in column["items"]]
        (counts,) = [item["header"] for item in items if item.get("name") == "table" and item.get("key") == "counts"]
        for column, number in zip(counts["columns"][1:], range(1, question["round"] + 1), strict=False):
            of_it = Counter(int(fields[":".join(each)]) for each in votes if each[1] == str(number))
            told = [int(cell[0]) for cell in column["cells"]]
            assert told == [of_it[place] for place in range(len(question["options"]) + (question["kind"] == "race"))]
    if question and question["kind"] == "word":
        assert len(question["options"]) > 1


def kept(room: Room | None, *but: str) -> dict[str, bytes]:
    """The fields of a room, without those that begin so."""
    return {name: value for name, value in (room.fields if room else {}).items() if not name.startswith(but)}


def remembered(room: Room) -> list[dict]:
    """What is kept of votes for the report."""
    return room.json("votes").get("votes", [])


def follows(command: str, before: Room, after: Room | None) -> None:
    """What a command that was obeyed has changed, and nothing else."""
    answers = ("question", "model", "results", "answer:", "left:", "votes")
    match command.split(" ", 1):
        case ["end"]:
            assert after is None
            return
        case ["pause"] | ["go", "on"]:
            assert ("paused" in after.fields) == (command == "pause") and kept(after, "paused") == kept(
                before, "paused"
            )
            return
        case ["read" | "progress" | "votes"]:
            assert after.fields == before.fields
            return
        case ["give", _]:
            assert kept(after, "set", "key") == kept(before)
            return
        case ["show", *_]:
            assert "results" in after.fields and kept(after, "set", *answers) == kept(before, "set", *answers)
            return
        case ["hide"] | ["close", "set"]:
            assert kept(after, "set", "results") == kept(before, "set", "results")
            return
        case ["end", "set"]:
            gone = "set", "key", "given:", "results", "votes"
            assert kept(after, *gone) == kept(before, *gone) and "set" not in after.fields
            assert len(remembered(after)) == len(remembered(before)) + any(
                name.startswith("given:") for name in before.fields
            )
            return
        case ["answer", "the playlist"]:
            assert kept(after, "given:") == kept(before, "given:")
            return
        case ["reveal"]:
            assert "results" in after.fields and kept(after, "results") == kept(before, "results")
            return
        case ["answer", _]:
            assert kept(after, "answer:") == kept(before, "answer:")
            return
    assert kept(after, *answers) == kept(before, *answers)
    voted = any(name.startswith("answer:") for name in before.fields) and command not in ("again", "reset")
    assert len(remembered(after)) == len(remembered(before)) + voted
    question, earlier = after.json("question"), before.json("question")
    rounds = {name.split(":")[1] for name in after.fields if name.startswith("answer:")}
    if command == "again":
        assert question == {**earlier, "round": 2} and rounds <= {"1"} and "results" not in after.fields
        return
    assert not rounds and not any(name.startswith(("results", "left:")) for name in after.fields)
    assert not question if command == "close" else question["round"] == 1 and question["id"] != earlier.get("id")


@pytest.mark.parametrize("state", STATES)
def test_each_command_is_obeyed_or_refused_in_a_sentence_and_the_room_is_whole(
    state: str, client: TestClient, room: dict, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures: list[Exception] = []
    monkeypatch.setattr(classroom.log, "log", lambda what, error: failures.append(error))
    path, secret = f"/class/{room['code']}", ROOMS.read(room["code"]).fields["secret"]
    signed = ROOMS.read(room["code"]).new_number()
    carry(client, room, signed)
    asked = STATES[state]()
    for command, said in COMMANDS.items():
        ROOMS._shared.open(room["code"], {**(asked.fields if asked else {}), "secret": secret})
        with following(room, signed):
            if asked is None:
                ROOMS.end(room["code"])
            for _ in range(2):  # told twice, as by a line that was cut before the answer came
                monkeypatch.setattr(classroom, "_door", Door())
                before = ROOMS.read(room["code"])
                if command.startswith("answer"):
                    question = before.json("question") if before else {}
                    mark = {name: question.get(name) for name in ("id", "round")}
                    if command == "answer the playlist":
                        mark = {"set": before.json("set").get("id") if before else "", "phase": PACE}
                    answer = client.post(f"{path}/answer", json={**mark, **said})
                else:
                    answer = client.post(path, json=said, headers=bearer(room["secret"]))
                wanted = expected(before, command) if before else 403
                assert answer.status_code == wanted, (command, answer.text)
                after = ROOMS.read(room["code"])
                if after:
                    holds(after)
                if wanted == 200:
                    follows(command, before, after)
                else:
                    assert answer.json()["sorry"].endswith((".", "!")) and kept(after) == kept(before), command
                if command == "read" and wanted == 200:
                    is_text = before.json("question").get("kind") == "text"
                    texts = [value.decode() for name, value in before.fields.items() if name.startswith("answer:")]
                    assert answer.json()["written"] == (sorted(texts) if is_text else []), command
    assert failures == []


def test_of_a_shorter_sentence_the_last_word_is_asked_about() -> None:
    for kind in ("look", "head"):
        question = STATES["a word past the end chosen"]().ask({"kind": kind}).room.json("question")
        assert question["options"] == ["the", "red", "bear"] and "“bear”" in question["words"]


@pytest.mark.parametrize("where", ELSEWHERE)
def test_the_class_stands_beside_the_head_that_it_was_asked_about_wherever_its_teacher_has_gone(where: str) -> None:
    asked = sentence().ask(HEAD).answered(0, 6, 7)
    shown = asked.revealed().fields["results"]
    assert asked.put(ELSEWHERE[where]).revealed().fields["results"] == shown
