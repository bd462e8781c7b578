"""The rooms of a server, and the streams of events by which many follow what a class sees.

Each event is made once and handed to everybody who listens; who is slow skips states and gets the latest. Nothing is
kept about people: a browser has a number of chance, which is forgotten with the room.
"""

import asyncio
import logging
import os
import secrets
import threading
import time
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine, Iterator, Set
from contextlib import aclosing, contextmanager
from dataclasses import dataclass
from functools import lru_cache

from anyio import to_thread

from headlight.rooms import limits
from headlight.rooms.lines import OpenStream, OpenStreams
from headlight.rooms.room import (
    COME_AGAIN,
    ENDED,
    FULL,
    GIVEN,
    NO_ROOM,
    PING,
    TEACHER,
    TOO_FAST,
    TOO_MANY,
    TOO_MANY_OF_YOURS,
    UNREACHABLE,
    Ended,
    NoRoom,
    Room,
    code_of,
    events,
    hashed,
    said,
    sorry,
)
from headlight.rooms.room import phones as phones_in
from headlight.rooms.shared import Fields, InProcess, InRedis, Shared

_STILL_HERE = b"event: ping\ndata:\n\n"
_STRANGER = b"event: stranger\ndata:\n\n"  # who is shown all, and not counted: the page asks for a number
_ELSEWHERE = b"event: elsewhere\ndata:\n\n"
_PATIENCE = 0.3  # seconds that counts may wait for more of them
_BETWEEN = 10  # seconds that a browser stays counted from one time it asks for what is new to the next
_LOG = logging.getLogger("headlight.rooms")
_code_of = lru_cache(1024)(code_of)


class _Followed:
    """A room that somebody follows here: as it is now, and who does."""

    def __init__(self) -> None:
        self.room: Room | None = None
        self.ended = False
        self.moved = asyncio.Event()
        self.lock = asyncio.Lock()
        self.lines, self.teachers = 0, 0
        self.phones: dict[str, OpenStream] = {}  # by their numbers: of each the newest line
        self.told = -float(PING)  # when it was last said how many there are


@dataclass
class _Follower:
    """One stream of events: whose it is, once that is known, and whether it is one of the teacher's."""

    line: OpenStream
    silent: bool
    number: str = ""
    teaches: bool = False
    asks_again: bool = False  # it has been told what is new, and comes for more


class Rooms:
    """The rooms that this process knows, and who follows them here."""

    def __init__(self, shared: Shared) -> None:
        self._shared = shared
        shared.changed = self._changed
        self._loop: asyncio.AbstractEventLoop | None = None
        self._name = secrets.token_hex(4)  # of this replica
        self._here: dict[str, _Followed] = {}  # by the code of the room
        self._gone: dict[str, set[str]] = {}  # numbers of those who have left a room since it was last said
        self._due: dict[str, asyncio.TimerHandle] = {}
        self._lines = OpenStreams()
        self._opening = threading.Lock()
        self._opened, self._opened_by = limits.Openings(), dict[str, str]()
        self._tasks: set[asyncio.Task] = set()
        self._stopping = False

    def begin(self) -> None:
        """Called once the server runs, in its loop."""
        self._loop, self._stopping = asyncio.get_running_loop(), False

    def stop(self) -> None:
        """End all streams, from whatever thread: a server waits for them before it stops."""
        self._stopping = True
        if self._loop:
            for followed in list(self._here.values()):
                self._loop.call_soon_threadsafe(followed.moved.set)

    @property
    def listeners(self) -> int:
        """How many follow a room on this replica."""
        return len(self._lines)

    def count(self) -> int:
        """How many rooms are open, on all replicas."""
        return self._shared.count()

    def open(self, secret: str = "", code: str = "", address: str = "", page: str = "") -> tuple[str, str]:
        """Open a room, or again the one of a secret; its code and its secret.

        Args:
            secret: of a room that was open before, here or on a server that was started anew.
            code: of that room, where it is known: to find it takes a while, and is done as seldom as rooms are opened.
            address: of who asks; the server itself has none, and no caps.
            page: the open page of the app that it is asked from, if it is from one.

        Raises:
            Ended: it was ended.
            NoRoom: there are too many, or another room has this code.
        """
        if secret and code and self.rules(code, secret):
            return code, secret
        if address and not self._opened.let_in(address, page):
            raise NoRoom(TOO_FAST)
        own_secret = secret or secrets.token_urlsafe(16)
        code = _code_of(own_secret)
        with self._opening:
            if self.rules(code, own_secret):
                return code, own_secret
            if secret and self._shared.ended(code):
                raise Ended(ENDED)
            if self._shared.count() >= limits.ROOMS:
                raise NoRoom(TOO_MANY)
            if address and self._open_of(address) >= limits.ROOMS_BY_ADDRESS:
                raise NoRoom(TOO_MANY_OF_YOURS)
            if secret and self._shared.read(code):
                raise NoRoom(NO_ROOM)
            while self._shared.read(code) or self._shared.ended(code):
                own_secret = secrets.token_urlsafe(16)
                code = _code_of(own_secret)
            self._shared.open(code, {"secret": hashed(own_secret)})
            self._opened_by[code] = address
        return code, own_secret

    def _open_of(self, address: str) -> int:
        """How many rooms that were opened here from an address are open."""
        open_codes = [code for code in self._opened_by if self._shared.read(code)]
        self._opened_by = {code: self._opened_by[code] for code in open_codes}
        return sum(opened_by == address for opened_by in self._opened_by.values())

    def rules(self, code: str, secret: str) -> bool:
        """Whether a secret is that of the teacher of a room that is open."""
        return secrets.compare_digest(self._shared.read(code).get("secret", b""), hashed(secret))

    def taught(self, secret: str) -> str | None:
        """The code of the room that a secret rules, if it is open."""
        code = _code_of(secret)
        return code if self.rules(code, secret) else None

    def followed(self, code: str) -> Room | None:
        """A room that is followed on this replica, as it was seen last; no store is asked."""
        return followed.room if (followed := self._here.get(code)) else None

    def knows_teacher(self, code: str, secret: str) -> bool:
        """Whether it is the secret of a room that is followed here, as its teacher's page does."""
        room = self.followed(code)
        return room is not None and secrets.compare_digest(room.fields["secret"], hashed(secret))

    def knows_phone(self, code: str, signed: str) -> str:
        """The number of a browser that follows a room on this replica; "" where it does not."""
        room = self.followed(code)
        number = room.number(signed) if room else ""
        return number if number and number in self._here[code].phones else ""

    def write(self, code: str, fields: Fields) -> None:
        """Change fields of a room, from whatever thread; where it has ended nothing happens."""
        self._shared.write(code, fields)

    def turn(self, code: str) -> int:
        """Return how often a room was asked this before, from 0: who asks at once has one each."""
        return self._shared.turn(code)

    def end(self, code: str) -> None:
        """End a room: all that it held is gone, and it is not opened again."""
        self._shared.end(code)

    def read(self, code: str) -> Room | None:
        """A room as it is now; None where there is none."""
        fields = self._shared.read(code)
        return Room(fields, events(fields)) if "secret" in fields else None

    async def follow(
        self,
        code: str,
        signed: str = "",
        seen: str = "",
        *,
        address: str = "",
        silent: bool = False,
        once: str = "",
        again: bool = False,
    ) -> AsyncIterator[bytes]:
        """The stream of events of a room, from what was seen last, as its last id says, to now, and on.

        A browser is counted by its number; of its streams the newest goes on. Who has none that is `signed` for this
        room is shown all, counted nowhere, and makes room for who has one. Who is `silent`, as the teacher, does not
        need what is shown. Who asks `once`, which names a window, is told what is new, as soon as something is,
        and the stream ends; `again`, unless another window of the browser has come since.
        """
        follower = _Follower(OpenStream(address, once), silent)
        with self._joined(code, follower) as followed:
            if refusal := await self._let_in(code, followed, follower, signed, again):
                yield refusal
                return
            self._tell_how_many(code)
            if followed.room:
                yield b"retry: 1000\n" + (_STILL_HERE if follower.number or silent else _STRANGER)
            async with aclosing(self._changes(code, followed, follower, seen)) as changes:
                async for change in changes:
                    yield change
                    if once:
                        follower.asks_again = True
                        return

    @contextmanager
    def _joined(self, code: str, follower: _Follower) -> Iterator[_Followed]:
        """Yield what is followed here of a room; after it all that was counted of this stream is taken back."""
        followed = self._here.setdefault(code, _Followed())
        followed.lines += 1
        try:
            yield followed
        finally:
            if follower.number and follower.asks_again and not self._stopping:
                asyncio.get_running_loop().call_later(_BETWEEN, self._left, code, followed, follower)
            else:
                self._left(code, followed, follower)

    def _left(self, code: str, followed: _Followed, follower: _Follower) -> None:
        """Take back what was counted of a stream."""
        counted = self._lines.leave(follower.line)
        followed.lines -= 1
        followed.teachers -= follower.teaches
        if follower.number and followed.phones.get(follower.number) is follower.line:
            del followed.phones[follower.number]
            self._gone.setdefault(code, set()).add(follower.number)
        if not followed.lines and self._here.get(code) is followed:
            del self._here[code]
        if counted:
            self._tell_how_many(code)

    async def _let_in(self, code: str, followed: _Followed, follower: _Follower, signed: str, again: bool) -> bytes:
        """Count a stream that begins; what to say where it cannot."""
        if not followed.room:
            try:
                await self._refresh(code, anew=False)
            except Exception as error:  # such as a line to Redis that is cut
                _LOG.error("rooms cannot be reached: %s", type(error).__name__)
                return sorry(UNREACHABLE, COME_AGAIN[2])
        known = followed.room.number(signed) if followed.room else ""
        follower.teaches = follower.silent and known == TEACHER and followed.teachers < limits.TEACHERS
        followed.teachers += follower.teaches
        number = "" if follower.silent else known
        back = number in followed.phones  # and takes the place of its older stream
        if back and again and followed.phones[number].window != follower.line.window:
            return _ELSEWHERE
        counted = bool(number or follower.teaches)
        if followed.room and (full := self._lines.let_in(follower.line, known=counted, comes_back=back)):
            return sorry(full)
        if back:
            self._lines.leave(followed.phones[number])  # of which nothing may be open any more
        if number:
            followed.phones[number] = follower.line  # an older one ends when all are told how many they are
        follower.number = number
        return b""

    async def _changes(
        self, code: str, followed: _Followed, follower: _Follower, seen: str
    ) -> AsyncGenerator[bytes, None]:
        """Yield what of a room is new since what was seen last, again and again, until something ends the stream."""
        marks, now = set(seen.split(".")), asyncio.get_running_loop().time
        latest = now() + PING
        while not self._stopping:
            if last := self._last_words(followed, follower):
                yield last
                return
            assert followed.room
            events = [event for event in followed.room.events if not follower.silent or event.kind != "board"]
            id = ".".join(event.mark for event in events).encode()
            if new := [event for event in events if event.mark not in marks]:
                marks = {event.mark for event in events}
                yield b"".join(
                    b"id: %b\nevent: %b\ndata: %b\n\n" % (id, event.kind.encode(), event.data) for event in new
                )
                latest = now() + PING
                continue
            try:
                async with asyncio.timeout_at(latest):
                    await followed.moved.wait()
            except TimeoutError:
                yield _STILL_HERE
                latest = now() + PING
                if now() - followed.told >= PING:
                    self._tell_how_many(code)  # a replica that no longer says so has died

    def _last_words(self, followed: _Followed, follower: _Follower) -> bytes:
        """Say where a stream ends that its room does, its browser has a newer one, or others need its place."""
        if followed.room is None:
            return said("ended", ENDED) if followed.ended else sorry(NO_ROOM, COME_AGAIN[0])
        if follower.number and followed.phones.get(follower.number) is not follower.line:
            return _ELSEWHERE
        return sorry(FULL) if follower.line.is_out else b""

    def _tell_how_many(self, code: str) -> None:
        """Say how many follow here; together, where many come at once, as at the begin of a lesson."""
        if (mark := f"count {code}") in self._due or self._stopping:
            return
        loop = asyncio.get_running_loop()

        def tell() -> None:
            self._due.pop(mark, None)
            followed = self._here.get(code, _Followed())
            followed.told = loop.time()
            phones = frozenset(followed.phones)
            gone = self._gone.pop(code, set()) - phones
            self._run(to_thread.run_sync(self._note, code, phones, gone))

        self._due[mark] = loop.call_later(_PATIENCE, tell)

    def _note(self, code: str, phones: Set[str], gone: Set[str]) -> None:
        """Write down who follows here, and which of those who have answered have gone or are back."""
        if not (before := self._shared.read(code)):
            return self._changed(code, False)  # its life is over, which nobody else says
        answered = {name.rpartition(":")[2] for name in before if name.startswith(("answer:", GIVEN))}
        said = " ".join([str(int(time.time())), *sorted(phones)])
        fields: dict[str, bytes | None] = {f"phones:{self._name}": said.encode()}
        elsewhere = phones_in({name: value for name, value in before.items() if name not in fields})
        fields |= {f"left:{number}": b"" for number in gone & answered - elsewhere}
        fields |= {f"left:{number}": None for number in phones if f"left:{number}" in before}
        self.write(code, fields)

    def _changed(self, code: str, quiet: bool) -> None:
        """Hear that a room was changed, from whatever thread; no code: any may have."""
        if self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._soon, code, quiet)

    def _soon(self, code: str, quiet: bool) -> None:
        for changed_code in [code] if code else list(self._here):
            if changed_code not in self._here or (quiet and changed_code in self._due):
                continue
            if waiting := self._due.pop(changed_code, None):
                waiting.cancel()
            if quiet:
                self._due[changed_code] = asyncio.get_running_loop().call_later(
                    _PATIENCE, self._soon, changed_code, False
                )
            else:
                self._run(self._refresh(changed_code))

    def _run(self, work: Coroutine) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)  # the loop itself would let go of it

        def done(task: asyncio.Task) -> None:
            self._tasks.discard(task)
            if not task.cancelled() and (error := task.exception()):
                _LOG.error("rooms cannot be reached: %s", type(error).__name__)

        task.add_done_callback(done)

    async def _refresh(self, code: str, *, anew: bool = True) -> None:
        """Read a room anew, or if nobody has read it yet, and wake who follows it here."""
        if not (followed := self._here.get(code)):
            return
        async with followed.lock:
            if followed.room and not anew:
                return
            followed.room = await to_thread.run_sync(self.read, code)
            followed.ended = followed.room is None and await to_thread.run_sync(self._shared.ended, code)
        followed.moved.set()
        followed.moved = asyncio.Event()


def _shared() -> Shared:
    url = os.environ.get("HEADLIGHT_REDIS")
    return InRedis(url) if url else InProcess()


ROOMS = Rooms(_shared())
