"""A room at a moment: its code, its fields, and the events that show them; and what is said where there is none."""

import hashlib
import json
import time
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from headlight.rooms import signed

LETTERS = "BCDFGHJKLMNPQRSTVWXZ23456789"  # no vowels, so no words; nothing that is read as something else
LENGTH = 5
TEACHER = "teacher"  # the number by which the streams of a teacher's pages are known
PING = 15  # seconds: what stands between must not take an idle line for a dead one
# Milliseconds after which a browser tries again: for a room that is not there, that is full, that cannot be reached.
COME_AGAIN = 2000, 10_000, 5000
GIVEN = "given:"  # a phase and the number of a phone: what it has answered of a set
PACE = "pace"  # the phase of a set that is neither before nor after a lesson: a playlist at their own pace
NO_ROOM = "No class has this code now. Compare it with the board; this page keeps trying."
ENDED = "This class has ended."
FULL = "This server has as many listeners as it can serve. This page goes on trying."
MANY_HERE = "Too many devices from your network follow a class. This page keeps trying."
UNREACHABLE = "The rooms of this server cannot be reached. Try again in a moment."
SEARCHED = "Many codes have been tried from your network. This page tries again by itself in a moment."
TOO_MANY = "This server has as many rooms open as it serves. Try again later."
TOO_MANY_OF_YOURS = "As many rooms are open from your network as this server gives to one. End a class that is over."
TOO_FAST = "Many rooms were opened from your network. Try again in a minute."


class NoRoom(Exception):
    """There can be no room; the message says why."""


class Ended(NoRoom):
    """The room was ended by its teacher, and is not opened again."""


class Event(NamedTuple):
    """Something of a room as it goes over the line, and what it is known by."""

    mark: str
    kind: str
    data: bytes


class Given(NamedTuple):
    """A phone's answer as fields of its room, and what that phone alone is told."""

    fields: Mapping[str, bytes | None]
    told: Mapping[str, Any] = MappingProxyType({})


class Room(NamedTuple):
    """A room at a moment: its fields, and the events that show them."""

    fields: dict[str, bytes]
    events: tuple[Event, ...]

    def json(self, name: str) -> dict:
        """A field that holds JSON; empty where there is none."""
        return json.loads(self.fields.get(name, b"{}"))

    def new_number(self) -> str:
        """A number of chance for a browser, signed.

        What signs it is kept with the room, so all replicas know it, and so does a server that was started anew.
        """
        return signed.new(self.fields["secret"])

    def teachers(self) -> str:
        """Return the signed name of its teacher, by which the streams of their pages are known."""
        return signed.sign(TEACHER, self.fields["secret"])

    def number(self, given: str) -> str:
        """The number that was signed for this room; "" for any other, and for one that was made up."""
        return signed.name_in(given, self.fields["secret"])

    def phones(self) -> set[str]:
        """The numbers of those who follow, on whatever replica."""
        return phones(self.fields)


def code_of(secret: str) -> str:
    """The code of the room that a secret rules: nobody who knows only the code finds the secret.

    So a teacher whose server was started anew opens the same room again. The hash is slow, for codes are short.
    """
    digest = hashlib.scrypt(secret.encode(), salt=b"headlight", n=2**13, r=8, p=1, dklen=8)
    number = int.from_bytes(digest, "big")
    return "".join(LETTERS[number // len(LETTERS) ** digit % len(LETTERS)] for digit in range(LENGTH))


def hashed(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).hexdigest().encode()


def sorry(sentence: str, again: int = COME_AGAIN[1]) -> bytes:
    """Return the event of a stream that cannot be, and after how many milliseconds the browser tries again."""
    return b"retry: %d\n%b" % (again, said("sorry", sentence))


def said(kind: str, sentence: str) -> bytes:
    return f"event: {kind}\ndata: {json.dumps(sentence)}\n\n".encode()


def events(fields: dict[str, bytes]) -> tuple[Event, ...]:
    """Yield the events of a room: all in a few words, and the teacher's board unless it would answer the question."""
    about = {**json.loads(fields.get("about", b"{}")), "here": len(phones(fields)), "paused": "paused" in fields}
    about |= {"revealed": "results" in fields, "voted": "votes" in fields or any(map(_is_vote, fields))}
    hides = False
    if "question" in fields:
        question = json.loads(fields["question"])
        mark = f"answer:{question['round']}:"
        answered = [name.removeprefix(mark) for name in fields if name.startswith(mark)]
        left = sum(f"left:{number}" in fields for number in answered)
        about |= {"question": question, "answered": len(answered) - left, "left": left}
        if question["kind"] == "map":  # a row that is sent again changes no count, and the wall is to show it
            about["drawn"] = _mark(b" ".join([fields["secret"], *(fields[mark + name] for name in sorted(answered))]))
        hides = bool(question.get("hides")) and not about["revealed"]
    if "set" in fields:
        asked = json.loads(fields["set"])
        mark = f"{GIVEN}{asked['phase']}:"
        given = {name.removeprefix(mark): json.loads(value) for name, value in fields.items() if name.startswith(mark)}
        gone = [number for number in given if f"left:{number}" in fields]
        about["set"] = {name: asked[name] for name in ("id", "phase", "open", "words")}
        about["set"] |= {"begun": len(given), "done": sum(each["done"] for each in given.values())}
        about["set"] |= {"gone": len(gone), "left": sum(not given[number]["done"] for number in gone)}
        hides |= asked["open"]
    kinds = {"room": json.dumps(about).encode()} | {
        kind: fields[kind] for kind in ("board", "results", "set") if kind in fields and not (hides and kind == "board")
    }
    return tuple(Event(_mark(data), kind, data) for kind, data in kinds.items())


def phones(fields: Mapping[str, bytes]) -> set[str]:
    """The numbers that each replica has said last: one that has died says none any more, and who was there comes back.

    So who is said to be at two replicas for a while is counted once.
    """
    said = [value.decode().split() for name, value in fields.items() if name.startswith("phones:")]
    return {number for when, *numbers in said if time.time() - int(when) < 3 * PING for number in numbers}


def _is_vote(name: str) -> bool:
    return name.startswith(("answer:", f"{GIVEN}{PACE}:"))


def _mark(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=6).hexdigest()
