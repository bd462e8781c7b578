"""Where fields of rooms are kept: in this process, or in Redis for several replicas, behind the same two methods."""

import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol

LIFE = 8 * 3600  # seconds that a room lives after the last word that was written into it
QUIET = ("answer:", "here:")  # fields that many people change: they may be passed on a little later

Fields = Mapping[str, bytes | None]  # None takes a field away
Changed = Callable[[str, bool], None]  # the code of a room; whether only quiet fields changed


class Shared(Protocol):
    """Fields of rooms by their codes; `changed` is told of every change, on whatever replica it was made."""

    changed: Changed

    def write(self, code: str, fields: Fields) -> None:
        """Change fields of a room; without any, all are taken away and the room is gone."""
        ...

    def read(self, code: str) -> dict[str, bytes]:
        """All fields of a room; none where there is no such room."""
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
        self._ends: dict[str, float] = {}
        self._lock = threading.Lock()

    def write(self, code: str, fields: Fields) -> None:
        """See `Shared`."""
        with self._lock:
            before = self._rooms.pop(code, {})
            if fields:
                self._rooms[code] = {name: value for name, value in {**before, **fields}.items() if value is not None}
                self._ends[code] = time.monotonic() + LIFE
        self.changed(code, _quiet(fields))

    def read(self, code: str) -> dict[str, bytes]:
        """See `Shared`."""
        with self._lock:
            self._forget_old()
            return dict(self._rooms.get(code, {}))

    def count(self) -> int:
        """See `Shared`."""
        with self._lock:
            self._forget_old()
            return len(self._rooms)

    def close(self) -> None:
        """See `Shared`."""

    def _forget_old(self) -> None:
        now = time.monotonic()
        while self._rooms and self._ends[oldest := next(iter(self._rooms))] < now:  # they stand in order of writing
            del self._rooms[oldest]


def _quiet(fields: Fields) -> bool:
    return bool(fields) and all(name.startswith(QUIET) for name in fields)


class InRedis:
    """The rooms of several replicas: a hash for each room, and one channel that says which has changed."""

    def __init__(self, url: str) -> None:
        import redis  # only where there are several replicas

        self.changed: Changed = lambda code, quiet: None
        self._redis = redis.Redis.from_url(url, socket_timeout=2, socket_connect_timeout=2, health_check_interval=15)
        self._lost = redis.RedisError
        self._stopped = threading.Event()
        threading.Thread(target=self._listen, daemon=True).start()

    def write(self, code: str, fields: Fields) -> None:
        """See `Shared`."""
        key = _PREFIX + code
        pipe = self._redis.pipeline(transaction=True)
        for name, value in fields.items():
            if value is None:
                pipe.hdel(key, name)
            else:
                pipe.hset(key, name, value)
        if not fields:
            pipe.delete(key)
        pipe.expire(key, LIFE)
        pipe.publish(_CHANNEL, f"{code} {int(_quiet(fields))}")
        pipe.execute()

    def read(self, code: str) -> dict[str, bytes]:
        """See `Shared`."""
        found: Mapping[Any, Any] = self._redis.hgetall(_PREFIX + code)
        return {name.decode(): value for name, value in found.items()}

    def count(self) -> int:
        """See `Shared`."""
        return sum(1 for _ in self._redis.scan_iter(_PREFIX + "*", count=500))

    def close(self) -> None:
        """See `Shared`."""
        self._stopped.set()
        self._redis.close()

    def _listen(self) -> None:
        """Pass on what other replicas change; where the line is cut, begin again, and say that all may have."""
        while not self._stopped.is_set():
            try:
                with self._redis.pubsub(ignore_subscribe_messages=True) as messages:
                    messages.subscribe(_CHANNEL)
                    self.changed("", False)
                    while not self._stopped.is_set():
                        if said := messages.get_message(timeout=1):
                            code, quiet = said["data"].decode().split()
                            self.changed(code, quiet == "1")
            except (self._lost, OSError, ValueError):
                self._stopped.wait(1)


_PREFIX, _CHANNEL = "headlight:room:", "headlight:rooms"
