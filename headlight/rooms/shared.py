"""Where fields of rooms are kept: in this process, or in Redis for several replicas, behind the same two methods."""

import secrets
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from time import monotonic
from typing import Any, Protocol

from headlight.rooms.limits import LIFE, UNUSED

QUIET = "answer:", "given:", "phones:", "left:"  # fields that many people change: they may be passed on a little later

_TURN = "turn"  # field of a room: how often it was asked for one

Fields = Mapping[str, bytes | None]  # None takes a field away
Changed = Callable[[str, bool], None]  # the code of a room; whether only quiet fields changed


class Shared(Protocol):
    """A store of bytes by room and field; calls `changed(code, quiet)` after each write, on any replica.

    A room lives for `UNUSED` seconds after it was opened, and for `LIFE` after each board that was written into it.
    """

    changed: Changed

    def open(self, code: str, fields: Fields) -> None:
        """Make a room with these fields."""
        ...

    def write(self, code: str, fields: Fields) -> None:
        """Change fields of a room; where there is none, nothing happens."""
        ...

    def end(self, code: str) -> None:
        """Take a room away, and remember for `LIFE` seconds that it has ended."""
        ...

    def read(self, code: str) -> dict[str, bytes]:
        """All fields of a room; none where there is no such room."""
        ...

    def turn(self, code: str) -> int:
        """Return how often a room was asked this before: who asks at once, on whatever replica, has one each."""
        ...

    def ended(self, code: str) -> bool:
        """Whether a room of this code has been ended."""
        ...

    def count(self) -> int:
        """How many rooms there are."""
        ...

    def close(self) -> None:
        """Let go of connections."""
        ...


class InProcess:
    """The rooms of a server that is alone."""

    def __init__(self) -> None:
        self.changed: Changed = lambda code, quiet: None
        self._rooms: dict[str, dict[str, bytes]] = {}
        self._until: dict[str, float] = {}
        self._ended: dict[str, float] = {}  # until when it is remembered
        self._lock = threading.Lock()

    def open(self, code: str, fields: Fields) -> None:
        """See `Shared`."""
        with self._lock:
            self._rooms[code], self._until[code] = _with({}, fields), monotonic() + UNUSED
        self.changed(code, False)

    def write(self, code: str, fields: Fields) -> None:
        """See `Shared`."""
        with self._lock:
            self._forget_old()
            if code not in self._rooms:
                return
            self._rooms[code] = _with(self._rooms[code], fields)
            if "board" in fields:
                self._until[code] = monotonic() + LIFE
        self.changed(code, _quiet(fields))

    def end(self, code: str) -> None:
        """See `Shared`."""
        with self._lock:
            self._rooms.pop(code, None)
            self._until.pop(code, None)
            self._ended[code] = monotonic() + LIFE
        self.changed(code, False)

    def read(self, code: str) -> dict[str, bytes]:
        """See `Shared`."""
        with self._lock:
            self._forget_old()
            return dict(self._rooms.get(code, {}))

    def turn(self, code: str) -> int:
        """See `Shared`."""
        with self._lock:
            if code not in self._rooms:
                return 0
            turn = int(self._rooms[code].get(_TURN, 0))
            self._rooms[code] = _with(self._rooms[code], {_TURN: b"%d" % (turn + 1)})
            return turn

    def ended(self, code: str) -> bool:
        """See `Shared`."""
        with self._lock:
            self._forget_old()
            return code in self._ended

    def count(self) -> int:
        """See `Shared`."""
        with self._lock:
            self._forget_old()
            return len(self._rooms)

    def close(self) -> None:
        """See `Shared`."""

    def _forget_old(self) -> None:
        now = monotonic()
        for code in [code for code in self._rooms if self._until[code] < now]:
            del self._rooms[code], self._until[code]
        while self._ended and self._ended[oldest := next(iter(self._ended))] < now:  # they stand in order of ending
            del self._ended[oldest]


def _with(before: dict[str, bytes], fields: Fields) -> dict[str, bytes]:
    return {name: value for name, value in {**before, **fields}.items() if value is not None}


def _quiet(fields: Fields) -> bool:
    return bool(fields) and all(name.startswith(QUIET) for name in fields)


class InRedis:
    """The rooms of several replicas: a hash for each room, and one channel that says which has changed."""

    def __init__(self, url: str) -> None:
        import redis  # only where there are several replicas

        self.changed: Changed = lambda code, quiet: None
        self._redis = redis.Redis.from_url(url, socket_timeout=2, socket_connect_timeout=2, health_check_interval=15)
        self._write = self._redis.register_script(_WRITE)
        self._count = self._redis.register_script(_COUNT)
        self._lost = redis.RedisError
        self._stopped = threading.Event()
        self._goodbye = f"headlight:goodbye:{secrets.token_hex(8)}"
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def open(self, code: str, fields: Fields) -> None:
        """See `Shared`."""
        pipe = self._redis.pipeline(transaction=True)
        held: dict[Any, bytes] = {name: value for name, value in fields.items() if value is not None}
        pipe.hset(_PREFIX + code, mapping=held)
        pipe.expire(_PREFIX + code, UNUSED)
        pipe.publish(_CHANNEL, f"{code} 0")
        pipe.execute()

    def write(self, code: str, fields: Fields) -> None:
        """See `Shared`."""
        changed = [part for name, value in fields.items() if value is not None for part in (name, value)]
        gone = [name for name, value in fields.items() if value is None]
        life = LIFE if "board" in fields else 0
        message = f"{code} {int(_quiet(fields))}"
        self._write(keys=[_PREFIX + code], args=[_CHANNEL, message, life, len(changed), *changed, *gone])

    def end(self, code: str) -> None:
        """See `Shared`."""
        pipe = self._redis.pipeline(transaction=True)
        pipe.delete(_PREFIX + code)
        pipe.set(_ENDED + code, b"", ex=LIFE)
        pipe.publish(_CHANNEL, f"{code} 0")
        pipe.execute()

    def read(self, code: str) -> dict[str, bytes]:
        """See `Shared`."""
        fields: Mapping[Any, Any] = self._redis.hgetall(_PREFIX + code)
        return {name.decode(): value for name, value in fields.items()}

    def turn(self, code: str) -> int:
        """See `Shared`."""
        return int(self._count(keys=[_PREFIX + code], args=[_TURN]))

    def ended(self, code: str) -> bool:
        """See `Shared`."""
        return bool(self._redis.exists(_ENDED + code))

    def count(self) -> int:
        """See `Shared`."""
        return sum(1 for _ in self._redis.scan_iter(_PREFIX + "*", count=500))

    def close(self) -> None:
        """See `Shared`."""
        self._stopped.set()
        with suppress(self._lost, OSError):
            self._redis.publish(self._goodbye, b"")  # wakes the listener
        self._listener.join()  # first: a connection that is closed while it greets the server fails inside the library
        self._redis.close()

    def _listen(self) -> None:
        """Pass on what other replicas change; where the line is cut, begin again, and say that all may have."""
        while not self._stopped.is_set():
            try:
                with self._redis.pubsub(ignore_subscribe_messages=True) as messages:
                    messages.subscribe(_CHANNEL, self._goodbye)
                    self.changed("", False)
                    while not self._stopped.is_set():
                        message = messages.get_message(timeout=1)
                        if message and not self._stopped.is_set():
                            code, quiet = message["data"].decode().split()  # pyrefly: ignore[missing-attribute]  # bytes
                            self.changed(code, quiet == "1")
            except (self._lost, OSError, ValueError):
                self._stopped.wait(1)


_PREFIX, _ENDED, _CHANNEL = "headlight:room:", "headlight:ended:", "headlight:rooms"
# Redis runs this as one step: what is written late never brings back a room that has ended meanwhile.
_WRITE = """
local channel, said, life, changed = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
if redis.call('EXISTS', KEYS[1]) == 0 then return end
for at = 5, 4 + changed, 2 do redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 1]) end
for at = 5 + changed, #ARGV do redis.call('HDEL', KEYS[1], ARGV[at]) end
if life > 0 then redis.call('EXPIRE', KEYS[1], life) end
redis.call('PUBLISH', channel, said)
"""
_COUNT = "return redis.call('EXISTS', KEYS[1]) == 1 and redis.call('HINCRBY', KEYS[1], ARGV[1], 1) - 1 or 0"
