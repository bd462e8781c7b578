"""Three replicas behind haproxy: one is drained, one killed, and a room goes on; how long listeners are without it.

python -m benchmarks.replicas [--listeners 60]
"""

import argparse
import asyncio
import json
import socket
import statistics
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from urllib.request import Request, urlopen

from benchmarks.servers import ending
from headlight.server import replicas
from headlight.server.replicas import Machine

_PORT = 8601


def main() -> None:
    """Run it and say what was measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--listeners", type=int, default=60)
    machine = replicas.start(3, _PORT)
    try:
        with ending():  # a signal to stop is an end like any other
            asyncio.run(_measure(machine, parser.parse_args().listeners))
    finally:
        machine.stop()


class Listener:
    """Follows a room as a browser does: it comes again when its line is cut, to the port that `where` names then."""

    def __init__(self, where: Callable[[], int]) -> None:
        self._where = where
        self.paused: bool | None = None
        self.cut = 0
        self.without: list[float] = []  # seconds between a cut and the next word

    async def follow(self, code: str) -> None:
        """For as long as it is not cancelled."""
        gone = None
        while True:
            with suppress(OSError):
                async with line_to(self._where()) as (reader, ask):
                    ask(f"/class/{code}/events")
                    while line := await reader.readline():
                        if line.startswith(b"data: {"):
                            self.paused = json.loads(line[6:])["paused"]
                        if line.startswith(b"event: ") and gone is not None:
                            self.without.append(time.perf_counter() - gone)
                            gone = None
            self.cut += 1
            gone = gone or time.perf_counter()
            await asyncio.sleep(1)  # what `retry:` says


@asynccontextmanager
async def line_to(port: int) -> AsyncIterator[tuple[asyncio.StreamReader, Callable[[str], None]]]:
    """A connection to a server of this machine: what it says, and what asks it for a path."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield reader, lambda path: writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n".encode())
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


class Followed:
    """A room that listeners follow, and its teacher."""

    def __init__(self, where: Callable[[], int], count: int) -> None:
        self._where = where
        room = say(where(), "/class", {})
        self.code, self.secret = room["code"], room["secret"]
        self.listeners = [Listener(where) for _ in range(count)]
        self._tasks = [asyncio.create_task(each.follow(self.code)) for each in self.listeners]

    async def turn(self, word: str) -> float:
        """Pause the room or let it go on; seconds until all who follow know it."""
        start = time.perf_counter()
        await asyncio.to_thread(say, self._where(), f"/class/{self.code}", {"do": word}, self.secret)
        await until(lambda: all(each.paused is (word == "pause") for each in self.listeners))
        return time.perf_counter() - start

    @property
    def cut(self) -> int:
        """How many lines were cut until now."""
        return sum(each.cut for each in self.listeners)

    async def leave(self) -> None:
        """All go."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def say(port: int, path: str, said: dict, secret: str = "") -> dict:
    """Post something to a server of this machine; its answer."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {secret}"}
    with urlopen(Request(f"http://localhost:{port}{path}", json.dumps(said).encode(), headers), timeout=10) as answer:
        return json.load(answer)


def admin(machine: Machine, command: str) -> str:
    """Say something to haproxy; its answer."""
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(str(machine.folder / "admin"))
        line.sendall(f"{command}\n".encode())
        return b"".join(iter(lambda: line.recv(65536), b"")).decode()


async def all_up(machine: Machine) -> None:
    """Wait until haproxy has found its replicas well."""

    def holds() -> bool:
        return admin(machine, "show stat").count(",UP,") > len(machine.replicas)  # and the backend

    await until(lambda: (machine.folder / "admin").exists() and holds(), 180)


async def until(holds: Callable[[], bool], seconds: float = 60) -> float:
    """Wait until something holds; how long that took."""
    start = time.perf_counter()
    while not await asyncio.to_thread(holds):
        assert time.perf_counter() - start < seconds, "it never came"
        await asyncio.sleep(0.02)
    return time.perf_counter() - start


async def _measure(machine: Machine, count: int) -> None:
    start = time.perf_counter()
    await all_up(machine)
    print(f"3 replicas are well after {time.perf_counter() - start:.1f} s")
    room = Followed(lambda: _PORT, count)
    await until(lambda: all(each.paused is False for each in room.listeners))
    print(f"{count} on three replicas hear the teacher within {1000 * await room.turn('pause'):.0f} ms")
    admin(machine, "set server replicas/replica1 state drain")
    print(f"one drained: {1000 * await room.turn('go on'):.0f} ms, lines cut: {room.cut}")
    machine.replicas[1].kill()
    print(f"one killed: all have heard the next word after {await room.turn('pause'):.2f} s")
    gaps = [gap for each in room.listeners for gap in each.without]
    if gaps:
        typical, worst = statistics.median(gaps), max(gaps)
        print(f"lines cut: {len(gaps)}; without the class: median {typical:.2f} s, worst {worst:.2f} s")
    await room.leave()


if __name__ == "__main__":
    main()
