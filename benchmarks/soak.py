"""A server on which few people type, come and go for an hour, and a class that follows: its memory must be flat.

python -m benchmarks.soak [--minutes 60]
"""

import argparse
import asyncio
import base64
import json
import os
import random
import statistics
import tempfile
import time
from pathlib import Path

from benchmarks.class_room import Process, ready
from benchmarks.servers import ending
from benchmarks.sessions import sentence, tab
from benchmarks.timing import machine
from headlight.rooms.rooms import Rooms
from headlight.rooms.shared import InRedis
from headlight.server import replicas

_PORT = 8851
_TYPE, _LISTEN = 8, 40  # people at once
_KEY, _BOARD = 12.0, 5.0  # seconds between two keys of one of them, and between two boards
_STAY = 90.0  # seconds, the mean: others come in their place
_BYTES = 15_000  # of a board
_WARM, _SHARE, _LIMIT = 0.2, 0.2, 10  # of the time, before it counts and at its end; % of growth
_PAGES = "start", "attention", "positions", "masking", "next_word"


def main() -> None:
    """Start a server of its own, whose rooms are in Redis, where boards are written from here, and watch it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    seconds = 60 * parser.parse_args().minutes
    print(machine(), flush=True)
    with tempfile.TemporaryDirectory() as folder:
        redis, url = replicas.start_redis(Path(folder))
        server = replicas.start_replica(_PORT, url, "0" * 32)
        with ending(server, redis):
            asyncio.run(_soak(Process(server.pid), Rooms(InRedis(url)), seconds))


async def _soak(process: Process, rooms: Rooms, seconds: float) -> None:
    await ready(_PORT)
    code, _ = await asyncio.to_thread(rooms.open)
    chance, keys = random.Random(0), list[float]()
    cost, start = process.seconds(), time.perf_counter()

    def stays() -> float:
        return min(chance.expovariate(1 / _STAY), 5 * _STAY)

    async def types() -> None:
        """One after the other, each on a page that lies open for a while."""
        while True:
            page, leaves = chance.choice(_PAGES), time.perf_counter() + stays()
            async with tab(_PORT) as typist:
                await typist.open(at=page, text=sentence(chance))
                while time.perf_counter() < leaves:
                    keys.append(1000 * await typist.type(sentence(chance)))
                    await typist.rest()
                    await asyncio.sleep(_KEY * 2 * chance.random())

    async def listens() -> None:
        while True:
            reader, writer = await asyncio.open_connection("127.0.0.1", _PORT, limit=2**22)
            writer.write(f"GET /class/{code}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            try:
                async with asyncio.timeout(stays()):
                    while await reader.readline():
                        pass
            except TimeoutError:
                writer.close()

    async def shows() -> None:
        for number in range(10**9):
            board = base64.b64encode(os.urandom(_BYTES))
            about = json.dumps({"title": "Soak", "text": f"board {number}"}).encode()
            await asyncio.to_thread(rooms.write, code, {"board": board, "about": about})
            await asyncio.sleep(_BOARD)

    people = [asyncio.create_task(each()) for each in [shows, *[types] * _TYPE, *[listens] * _LISTEN]]
    found = list[tuple[float, float]]()  # seconds since the begin, megabytes
    while (passed := time.perf_counter() - start) < seconds:
        for task in people:
            if task.done():
                task.result()  # what went wrong is raised
        found.append((passed, process.megabytes()))
        if len(found) % 30 == 1:
            print(f"{passed / 60:5.1f} min{found[-1][1]:8.0f} MB{len(keys):7} keys", flush=True)
        await asyncio.sleep(10)
    used = (process.seconds() - cost) / (time.perf_counter() - start)
    for task in people:
        task.cancel()

    def level(begin: float, end: float) -> float:
        return statistics.median(megabytes for at, megabytes in found if begin <= at / seconds <= end)

    first, last = level(_WARM, _WARM + _SHARE), level(1 - _SHARE, 1)
    typical, growth = statistics.median(keys), 100 * (last / first - 1)
    print(f"{seconds / 60:.0f} minutes, {len(keys)} keys: median {typical:.0f} ms, {100 * used:.1f} % of a core")
    print(f"memory: {first:.0f} MB in the second fifth, {last:.0f} MB in the last, {growth:+.1f} % (limit {_LIMIT})")


if __name__ == "__main__":
    main()
