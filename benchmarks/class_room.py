"""A room that many follow: what it costs to come, to wait, and to see the teacher's next board, over real lines."""

import asyncio
import base64
import json
import os
import statistics
import tempfile
import time
import urllib.request
from collections import defaultdict
from pathlib import Path

from benchmarks import timing
from benchmarks.servers import ending
from headlight.rooms.rooms import Rooms
from headlight.rooms.shared import InRedis
from headlight.server import replicas

_PORT, _BOARDS, _BYTES = 8701, 10, 15_000  # a large board, compressed
_LISTENERS, _SECONDS = 500, 20  # who follow, and how long all only wait


def table() -> str:
    """Start a server whose rooms are in Redis, where boards are written from here, and measure its process."""
    with tempfile.TemporaryDirectory() as folder:
        redis, url = replicas.start_redis(Path(folder))
        server = replicas.start_replica(_PORT, url, "0" * 32)
        with ending(server, redis):
            return timing.table(["", ""], asyncio.run(_measure(server.pid, url)))


class Process:
    """The processor time and the memory of another process, as Linux counts them."""

    def __init__(self, pid: int) -> None:
        self._folder = Path(f"/proc/{pid}")

    def seconds(self) -> float:
        fields = (self._folder / "stat").read_text().split()
        return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        return int((self._folder / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


async def ready(port: int, path: str = "health") -> None:
    """Wait until a server answers and has loaded the models of all pages.

    Raises:
        TimeoutError: it does not answer after three minutes.
    """
    async with asyncio.timeout(180):
        while True:
            try:
                (await asyncio.to_thread(urllib.request.urlopen, f"http://localhost:{port}/{path}")).close()
                break
            except OSError:
                await asyncio.sleep(0.2)
    await asyncio.sleep(10)


async def _measure(pid: int, url: str) -> list[tuple[str, str]]:
    await ready(_PORT)
    process, rooms = Process(pid), Rooms(InRedis(url))
    code, _ = await asyncio.to_thread(rooms.open)
    board = base64.b64encode(os.urandom(_BYTES))
    await asyncio.to_thread(rooms.write, code, {"board": board, "about": json.dumps({"title": "t"}).encode()})
    arrived: dict[bytes, list[float]] = defaultdict(list)
    there = asyncio.Semaphore(0)

    room = await asyncio.to_thread(rooms.read, code)
    assert room

    async def listen() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", _PORT, limit=2**22)
        phone = f"Host: localhost\r\nCookie: headlight_class_{code}={room.new_number()}"  # as its page is given one
        writer.write(f"GET /class/{code}/events HTTP/1.1\r\n{phone}\r\n\r\n".encode())
        await reader.readuntil(b"event: board\n")
        there.release()
        while line := await reader.readline():
            if line.startswith(b"data: ") and len(line) > _BYTES:
                arrived[line[6:40]].append(time.perf_counter())

    cost, memory, start = process.seconds(), process.megabytes(), time.perf_counter()
    tasks = [asyncio.create_task(listen()) for _ in range(_LISTENERS)]
    for _ in tasks:
        await there.acquire()
    took, used = time.perf_counter() - start, process.seconds() - cost
    came = f"{took:.2f} s, {used:.2f} s of processor, {process.megabytes() - memory:.0f} MB"
    await asyncio.sleep(2)  # all have heard how many they are
    cost, start = process.seconds(), time.perf_counter()
    await asyncio.sleep(_SECONDS)
    share = (process.seconds() - cost) / (time.perf_counter() - start)
    delays, cost = [], process.seconds()
    for _ in range(_BOARDS):
        board, start = base64.b64encode(os.urandom(_BYTES)), time.perf_counter()
        await asyncio.to_thread(rooms.write, code, {"board": board})
        while len(arrived[board[:34]]) < _LISTENERS:
            await asyncio.sleep(0.01)
        delays.append(1000 * (max(arrived[board[:34]]) - start))
        await asyncio.sleep(0.5)
    each = 1000 * (process.seconds() - cost) / _BOARDS
    for task in tasks:
        task.cancel()
    return [
        (f"{_LISTENERS} come to a room", came),
        (f"{_LISTENERS} follow, nothing happens", f"{share:.1%} of a core (limit 2%)"),
        (
            f"a board of {len(board) // 1000} kB to {_LISTENERS}",
            f"last one after {statistics.median(delays):.0f} ms (limit 500), {each:.0f} ms of processor",
        ),
    ]
