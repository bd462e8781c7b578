"""Whatever is posted to the addresses of a class is answered in a sentence, and the room lives."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from headlight.rooms.limits import Door, Openings
from headlight.rooms.rooms import ROOMS
from headlight.server import classroom
from tests.server.asked_class import CHOICE, JSON, ask, bearer, carry, following

MALFORMED: list[dict[str, Any]] = [
    {},
    *({"do": each} for each in (None, 0, True, {}, [], ["pause"], {"a": 1}, "no such", "", "\ud800")),
    *({"do": "ask", "kind": each} for each in (None, [], {}, "no such", 1)),
    *({"do": "ask", "kind": "stop", "stop": each} for each in (None, [1], {}, "1", 0, 6, -1, 1.5, True, 10**400)),
    *({"do": "ask", "kind": "race", "set": each} for each in (None, [1], {}, "1", 0, 7, -1, 1.5, True, 10**400)),
    *({"do": "give", "playlist": each} for each in (None, 1, "stories", {}, [1], [None], [["stories"]])),
    *({"do": "ask", "kind": "own", "words": each, "options": []} for each in (None, 1, ["a"], {})),
    *({"do": "ask", "kind": "own", "words": "a", "options": each} for each in (None, 1, "ab", [1, 2], [None], {})),
]


@pytest.mark.parametrize("said", MALFORMED, ids=str)
def test_a_malformed_command_is_refused_in_a_sentence(client: TestClient, room: dict, said: dict) -> None:
    answer = client.post(f"/class/{room['code']}", content=json.dumps(said), headers=JSON | bearer(room["secret"]))
    assert (answer.status_code, answer.json()) == (400, {"sorry": classroom._UNREAD})


@pytest.mark.parametrize("beyond", [False, True])
def test_so_much_is_read_and_no_byte_more(client: TestClient, room: dict, beyond: bool) -> None:
    mark, code = ask(client, room), room["code"]
    number = ROOMS.read(code).new_number()
    carry(client, room, number)
    with following(room, number):
        for path, said, longest in (
            (f"/class/{code}/answer", {**mark, "choice": 0}, 20_000),
            (f"/class/{code}", {"do": "pause"}, 300_000),  # with a file of what was answered on another day
        ):
            told = json.dumps(said).ljust(longest + beyond)
            answer = client.post(path, content=told, headers=JSON | bearer(room["secret"]))
            assert answer.status_code == (400 if beyond else 200)


@pytest.mark.parametrize("said", [{"secret": None}, {"secret": ["a"]}, {"secret": {}}, {"secret": "a", "code": 1}])
def test_a_malformed_secret_opens_nothing(client: TestClient, said: dict) -> None:
    before = ROOMS.count()
    assert client.post("/class", json=said).status_code == 400
    assert ROOMS.count() == before


def test_half_a_character_is_not_asked(client: TestClient, room: dict) -> None:
    for said in ({**CHOICE, "words": "\ud83d dog"}, {**CHOICE, "options": ["a", "\udc00"]}):
        asked = json.dumps({"do": "ask", **said})
        answer = client.post(f"/class/{room['code']}", content=asked, headers=JSON | bearer(room["secret"]))
        assert answer.status_code == 409 and "One character of this text is incomplete" in answer.json()["sorry"]


WORDS = (
    *("end", "read", "pause", "go on", "ask", "reveal", "again", "reset", "close"),
    *("give", "progress", "votes", "show", "hide", "close set", "end set"),
)
WORDS += ("set", "set from file", "keep", "close set", "set again", "report", "end set")
ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(exclude_categories=[])),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
COMMANDS = st.fixed_dictionaries(
    {},
    optional={
        "do": st.sampled_from(WORDS[1:]) | ANY,
        "kind": st.sampled_from(("own", "stop", "story", "look", "head", "next", "race")) | ANY,
        "stop": st.integers(-1, 12) | ANY,
        "set": st.integers(-1, 12) | ANY,
        "words": st.text() | ANY,
        "options": st.lists(st.text() | ANY, max_size=6) | ANY,
        "playlist": st.lists(st.sampled_from(("guesses", "question row", "ask Why? | a | *b")) | st.text(), max_size=3),
        "item": st.just("question row") | ANY,
    },
)
ANSWERS = st.fixed_dictionaries(
    {}, optional={"id": ANY, "round": ANY, "choice": st.integers(-1, 3) | ANY, "set": ANY, "answers": ANY}
)
OPENED = st.fixed_dictionaries({}, optional={"code": ANY, "page": ANY, "secret": st.just("kept for the test") | ANY})


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(command=COMMANDS | ANY, answer=ANSWERS | ANY, opened=OPENED | ANY)
def test_whatever_is_posted_is_answered_in_json_and_the_room_lives(
    client: TestClient, room: dict, monkeypatch: pytest.MonkeyPatch, command: Any, answer: Any, opened: Any
) -> None:
    monkeypatch.setattr(classroom, "_door", Door())
    monkeypatch.setattr(ROOMS, "_opened", Openings())
    failures: list[Exception] = []
    monkeypatch.setattr(classroom.log, "log", lambda what, error: failures.append(error))
    mark, path = ask(client, room), f"/class/{room['code']}"
    signed = ROOMS.read(room["code"]).new_number()
    carry(client, room, signed)
    if isinstance(answer, dict) and isinstance(answer.get("choice"), int):
        answer |= mark
    with following(room, signed):
        for at, said, headers in (
            (path, command, bearer(room["secret"])),
            (f"{path}/answer", answer, {}),
            ("/class", opened, {}),
        ):
            answered = client.post(at, content=json.dumps(said), headers=JSON | headers)
            assert answered.status_code in (200, 400, 409, 410), answered.text
            assert isinstance(answered.json(), dict)
            if at == "/class" and answered.status_code == 200:
                ROOMS.end(answered.json()["code"]) if answered.json()["secret"] != "kept for the test" else None
    assert failures == []
    assert ROOMS.read(room["code"])
