"""The commands of a teacher to a room: to be told something, or to have it changed."""

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from headlight.rooms.room import PACE, Room
from headlight.rooms.shared import Fields
from headlight.server import before_after, own_pace, questions, revealed, shared_map

TOLD: Mapping[str, Callable[[Room], Mapping[str, Any]]] = {
    "read": lambda room: {"written": questions.written(room)},
    "filling": shared_map.filling,
    "report": before_after.report,
    "keep": before_after.kept_until_then,
    "votes": own_pace.report,
    "progress": own_pace.progress,
}


def changed(room: Room, word: str, request: Mapping[str, Any]) -> Fields:
    """Return the fields of a room that a command changes, with what was said beside it.

    Raises:
        CannotShow: it cannot be done now; a sentence says why.
        ValueError: there is no such command, or nothing to do it with.
    """
    changes: dict[str, Callable[[], Fields]] = {
        "pause": lambda: {"paused": b"1"},
        "go on": lambda: {"paused": None},
        "ask": lambda: questions.asked(request, room).fields(room),
        "reveal": lambda: {"results": revealed.results(room)},
        "again": lambda: questions.again(room),
        "reset": lambda: questions.reset(room),
        "close": lambda: questions.closed(room),
        "set": lambda: before_after.begun(room, request.get("form"), another=request.get("another") is True),
        "set from file": lambda: before_after.resumed(room, request.get("file")),
        "give": lambda: own_pace.begun(room, request.get("playlist")),
        "show": lambda: own_pace.shown(room, request.get("item")),
        "hide": lambda: own_pace.hidden(room),
        "close set": lambda: asker(room).closed(room),
        "set again": lambda: before_after.again(room),
        "end set": lambda: asker(room).ended(room),
    }
    if word not in changes or (word in ("reveal", "again", "reset") and "question" not in room.fields):
        raise ValueError("no such command, or nothing to do it with")
    return changes[word]()


def asker(room: Room) -> ModuleType:
    """Return the module that asks the set of a room: before and after a lesson, or a playlist."""
    return own_pace if room.json("set").get("phase") == PACE else before_after
