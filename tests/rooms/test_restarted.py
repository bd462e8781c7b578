"""A server was restarted, and Redis has kept what its classes have answered."""

import json

from headlight.rooms.rooms import Rooms
from headlight.rooms.shared import InRedis
from headlight.server import before_after
from tests.rooms.lesson import number


def test_what_a_class_has_answered_is_there_after_its_server_was_restarted_with_redis(redis_address: str) -> None:
    """Votes, and the answers before a lesson, to which each phone then adds those after it."""
    phones: list[str] = []
    code = secret = ""
    for phase, right in (("before", 0), ("after", 1)):
        store = InRedis(redis_address)
        served = Rooms(store)  # as a server that begins: it knows nothing but what Redis has
        if not code:
            code, secret = served.open()
            served.write(code, {"question": b'{"id": "a", "round": 1, "kind": "word"}', "answer:1:one": b"0"})
            phones = [number(served, code) for _ in range(2)]
        room = served.read(code)
        assert room and served.rules(code, secret)
        changed = before_after.begun(room, [5, 1]) if phase == "before" else before_after.again(room)
        served.write(code, changed)
        for phone in phones:
            room = served.read(code)
            assert room
            asked = room.json("set")
            answers = {item["id"]: [right, 3] for item in asked["items"]}
            said = {"set": asked["id"], "phase": phase, "answers": answers, "done": True}
            served.write(code, before_after.given(room, room.number(phone), said).fields)
        store.close()
    store = InRedis(redis_address)
    room = Rooms(store).read(code)
    store.close()
    assert room and room.fields["answer:1:one"] == b"0"
    told = next(json.loads(event.data) for event in room.events if event.kind == "room")
    assert told["set"] | {"phase": "after", "begun": 2, "done": 2} == told["set"]
    assert before_after.report(room)["says"].startswith("2 answered both times.")
