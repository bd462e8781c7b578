"""A room: what a class sees, by a short code, and the streams of events by which many follow it.

Each event is made once and handed to everybody who listens; who is slow skips states and gets the latest. Nothing is
kept about people: a browser has a number of chance, which is forgotten with the room.
"""

import asyncio
import hashlib
import json
import logging
import os
import secrets
import time
from collections.abc import AsyncIterator, Coroutine
from functools import lru_cache
from typing import NamedTuple

from anyio import to_thread

from headlight.rooms.shared import Fields, InProcess, InRedis, Shared

MOST_ROOMS, MOST_LISTENERS = 200, 2000
LETTERS = "BCDFGHJKLMNPQRSTVWXZ23456789"  # no vowels, so no words; nothing that is read as something else
LENGTH = 5
_PING = 15  # seconds: what stands between must not take an idle line for a dead one
_STILL_HERE = b"event: ping\ndata:\n\n"
_PATIENCE = 0.3  # seconds that counts may wait for more of them
_COME_AGAIN = 2000, 10_000  # milliseconds after which a browser tries again: for a room that is not there, that is full
NO_ROOM = "There is no class under this code now. Compare it with the one at the front; this page goes on looking."
FULL = "This server has as many listeners as it can serve. This page goes on trying."
TOO_MANY = f"{MOST_ROOMS} rooms are open on this server, which is as many as it serves. Try again later."


_LOG = logging.getLogger("headlight.rooms")


class NoRoom(Exception):
    """There can be no room; the message says why."""


class Event(NamedTuple):
    """Something of a room as it goes over the line, and what it is known by."""

    mark: str
    kind: str
    data: bytes


class Room(NamedTuple):
    """A room at a moment: its fields, and the events that show them."""

    fields: dict[str, bytes]
    events: tuple[Event, ...]

    def json(self, name: str) -> dict:
        """A field that holds JSON; empty where there is none."""
        return json.loads(self.fields.get(name, b"{}"))


def code_of(secret: str) -> str:
    """The code of the room that a secret rules: nobody who knows only the code finds the secret.

    So a teacher whose server was started anew opens the same room again. The hash is slow, for codes are short.
    """
    digest = hashlib.scrypt(secret.encode(), salt=b"headlight", n=2**13, r=8, p=1, dklen=8)
    number = int.from_bytes(digest, "big")
    return "".join(LETTERS[number // len(LETTERS) ** place % len(LETTERS)] for place in range(LENGTH))


_code_of = lru_cache(1024)(code_of)


class Rooms:
    """The rooms that this process knows, and who follows them here."""

    def __init__(self, shared: Shared) -> None:
        self._shared = shared
        shared.changed = self._changed
        self._loop: asyncio.AbstractEventLoop | None = None
        self._name = secrets.token_hex(4)  # of this replica
        self._now: dict[str, Room] = {}  # those that somebody follows here
        self._moved: dict[str, asyncio.Event] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._due: dict[str, asyncio.TimerHandle] = {}
        self._browsers: dict[str, list[str]] = {}  # who follows here, by the code of the room
        self._listeners = 0
        self._tasks: set[asyncio.Task] = set()
        self._stopping = False

    def begin(self) -> None:
        """Called once the server runs, in its loop."""
        self._loop, self._stopping = asyncio.get_running_loop(), False

    def stop(self) -> None:
        """End all streams, from whatever thread: a server waits for them before it stops."""
        self._stopping = True
        if self._loop:
            for moved in list(self._moved.values()):
                self._loop.call_soon_threadsafe(moved.set)

    @property
    def listeners(self) -> int:
        """How many follow a room on this replica."""
        return self._listeners

    def count(self) -> int:
        """How many rooms are open, on all replicas."""
        return self._shared.count()

    def open(self, secret: str = "") -> tuple[str, str]:
        """Open a room, or again the one of a secret; its code and its secret.

        Raises:
            NoRoom: there are too many, or another room has this code.
        """
        wanted = secret or secrets.token_urlsafe(16)
        code = _code_of(wanted)
        if self.rules(code, wanted):
            return code, wanted
        if self._shared.count() >= MOST_ROOMS:
            raise NoRoom(TOO_MANY)
        if self._shared.read(code):
            if secret:
                raise NoRoom(NO_ROOM)
            return self.open()
        self._shared.write(code, {"secret": _hash(wanted)})
        return code, wanted

    def rules(self, code: str, secret: str) -> bool:
        """Whether a secret is that of the teacher of a room that is open."""
        return secrets.compare_digest(self._shared.read(code).get("secret", b""), _hash(secret))

    def write(self, code: str, fields: Fields) -> None:
        """Change fields of a room, from whatever thread; where it has ended nothing happens."""
        if self._shared.read(code):
            self._shared.write(code, fields)

    def end(self, code: str) -> None:
        """End a room: all that it held is gone."""
        self._shared.write(code, {})

    def read(self, code: str) -> Room | None:
        """A room as it is now; None where there is none."""
        fields = self._shared.read(code)
        return Room(fields, _events(fields)) if "secret" in fields else None

    def follows(self, code: str, browser: str) -> bool:
        """Whether a browser follows a room on this replica."""
        return browser in self._browsers.get(code, ())

    async def follow(self, code: str, browser: str, seen: str = "", *, silent: bool = False) -> AsyncIterator[bytes]:
        """The stream of events of a room, from what was seen last, as its last id says, to now, and on.

        Who is `silent`, as the teacher, is not counted and does not need what is shown.
        """
        if self._listeners >= MOST_LISTENERS:
            yield _sorry(FULL, _COME_AGAIN[1])
            return
        browsers = self._browsers.setdefault(code, [])
        moved = self._moved.setdefault(code, asyncio.Event())
        marks = set(seen.split("."))
        self._listeners += 1
        browsers.append("" if silent else browser)
        try:
            if code not in self._now:
                await self._refresh(code)
            self._tell_how_many(code)
            if code in self._now:
                yield b"retry: 1000\n" + _STILL_HERE
            while not self._stopping:
                if (room := self._now.get(code)) is None:
                    yield _sorry(NO_ROOM, _COME_AGAIN[0])
                    return
                told = [each for each in room.events if not silent or each.kind != "board"]
                id = ".".join(each.mark for each in told).encode()
                if new := [each for each in told if each.mark not in marks]:
                    marks = {each.mark for each in told}
                    yield b"".join(
                        b"id: %b\nevent: %b\ndata: %b\n\n" % (id, each.kind.encode(), each.data) for each in new
                    )
                    continue
                try:
                    async with asyncio.timeout(_PING):
                        await moved.wait()
                except TimeoutError:
                    yield _STILL_HERE
                    self._tell_how_many(code)  # a replica that no longer says so has died
                moved = self._moved[code]
        finally:
            self._listeners -= 1
            browsers.remove("" if silent else browser)
            self._tell_how_many(code)
            if not browsers:
                for kept in (self._browsers, self._now, self._moved, self._locks):
                    kept.pop(code, None)

    def _tell_how_many(self, code: str) -> None:
        """Say how many follow here; together, where many come at once, as at the begin of a lesson."""
        if (mark := f"count {code}") in self._due or self._stopping:
            return

        def tell() -> None:
            self._due.pop(mark, None)
            here = sum(map(bool, self._browsers.get(code, ())))
            fields = {f"here:{self._name}": f"{here} {int(time.time())}".encode()}
            self._run(to_thread.run_sync(self.write, code, fields))

        self._due[mark] = asyncio.get_running_loop().call_later(_PATIENCE, tell)

    def _changed(self, code: str, quiet: bool) -> None:
        """What is called when a room was changed, from whatever thread; no code: any may have."""
        if self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._soon, code, quiet)

    def _soon(self, code: str, quiet: bool) -> None:
        for each in [code] if code else list(self._moved):
            if each not in self._moved or (quiet and each in self._due):
                continue
            if waiting := self._due.pop(each, None):
                waiting.cancel()
            if quiet:
                self._due[each] = asyncio.get_running_loop().call_later(_PATIENCE, self._soon, each, False)
            else:
                self._run(self._refresh(each))

    def _run(self, what: Coroutine) -> None:
        task = asyncio.ensure_future(what)
        self._tasks.add(task)  # the loop itself would let go of it

        def done(task: asyncio.Task) -> None:
            self._tasks.discard(task)
            if not task.cancelled() and (error := task.exception()):
                _LOG.error("rooms cannot be reached: %s", type(error).__name__)

        task.add_done_callback(done)

    async def _refresh(self, code: str) -> None:
        """Read a room anew, and wake who follows it here."""
        async with self._locks.setdefault(code, asyncio.Lock()):
            room = await to_thread.run_sync(self.read, code)
        if code not in self._moved:
            return
        if room:
            self._now[code] = room
        else:
            self._now.pop(code, None)
        self._moved[code].set()
        self._moved[code] = asyncio.Event()


def _hash(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).hexdigest().encode()


def _sorry(sentence: str, again: int) -> bytes:
    return f"retry: {again}\nevent: sorry\ndata: {json.dumps(sentence)}\n\n".encode()


def _events(fields: dict[str, bytes]) -> tuple[Event, ...]:
    """What a room shows: the teacher's board, and all else in a few words."""
    counts = [value.decode().split() for name, value in fields.items() if name.startswith("here:")]
    here = sum(int(count) for count, at in counts if time.time() - int(at) < 3 * _PING)
    about = {**json.loads(fields.get("about", b"{}")), "here": here, "paused": "paused" in fields}
    if "question" in fields:
        question = json.loads(fields["question"])
        answered = sum(name.startswith(f"answer:{question['round']}:") for name in fields)
        about |= {"question": question, "answered": answered, "revealed": "results" in fields}
    kinds = {"room": json.dumps(about).encode()} | {
        kind: fields[kind] for kind in ("board", "results") if kind in fields
    }
    return tuple(Event(_mark(data), kind, data) for kind, data in kinds.items())


def _mark(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=6).hexdigest()


def _shared() -> Shared:
    url = os.environ.get("HEADLIGHT_REDIS")
    return InRedis(url) if url else InProcess()


ROOMS = Rooms(_shared())
