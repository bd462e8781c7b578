"""People who type, each a sentence of their own: how long a key takes on one server, and what memory they leave behind.

python -m benchmarks.sessions [--people 300] [--every 5] [--seconds 60]
"""

import argparse
import asyncio
import random
import statistics
import time
import urllib.request
from urllib.parse import urlencode

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from benchmarks.class_room import Process
from headlight.server import replicas

_PORT, _COME_AND_GO = 8801, 100
_WORDS = "the", "old", "bear", "led", "us", "through", "a", "dark", "wood", "and", "small", "light", "shone"


def main() -> None:
    """Start a server of its own and measure it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=300)
    parser.add_argument("--every", type=float, default=5, help="seconds between two keys of one of them")
    parser.add_argument("--seconds", type=float, default=60)
    asked = parser.parse_args()
    server = replicas.start_replica(_PORT, "", "0" * 32)
    try:
        asyncio.run(_measure(Process(server.pid), asked.people, asked.every, asked.seconds))
    finally:
        server.terminate()
        server.wait()


async def _run(socket: websockets.ClientConnection, text: str) -> float:
    """Ask for the start page with a text; seconds until its run has ended."""
    asked, start = BackMsg(), time.perf_counter()
    asked.rerun_script.query_string = urlencode({"text": text})
    await socket.send(asked.SerializeToString())
    while True:
        said = ForwardMsg.FromString(bytes(await socket.recv(decode=False)))
        if said.HasField("script_finished") and said.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY:
            return time.perf_counter() - start


async def _measure(process: Process, people: int, every: float, seconds: float) -> None:
    while True:
        try:
            urllib.request.urlopen(f"http://localhost:{_PORT}/health").close()
            break
        except OSError:
            await asyncio.sleep(0.2)
    await asyncio.sleep(10)  # the models of other pages are loaded
    line, keys = f"ws://localhost:{_PORT}/_stcore/stream", list[float]()
    stream = websockets.Subprotocol("streamlit")

    async def type_on(chance: random.Random) -> None:
        async with websockets.connect(line, subprotocols=[stream], max_size=None) as socket:
            await _run(socket, "bear")
            await asyncio.sleep(chance.random() * every)
            end = time.perf_counter() + seconds
            while time.perf_counter() < end:
                keys.append(1000 * await _run(socket, " ".join(chance.choices(_WORDS, k=8))))
                await asyncio.sleep(every)

    cost, start = process.seconds(), time.perf_counter()
    await asyncio.gather(*(type_on(random.Random(number)) for number in range(people)))
    used = process.seconds() - cost
    found = statistics.quantiles(keys, n=20)
    print(f"{people} people, a key each {every:g} s, {len(keys)} keys: median {found[9]:.0f}, p95 {found[18]:.0f} ms")
    share, run = used / (time.perf_counter() - start), used / (len(keys) + people)
    print(f"{100 * share:.0f} % of a core, {1000 * run:.1f} ms of processor a run")

    async def come_and_go() -> None:
        async with websockets.connect(line, subprotocols=[stream], max_size=None) as socket:
            await _run(socket, "bear country")

    memory = process.megabytes()
    for _ in range(_COME_AND_GO):
        await come_and_go()
    await asyncio.sleep(25)  # a session is kept for 20 s
    print(f"{_COME_AND_GO} came and went: {memory:.0f} MB before, {process.megabytes():.0f} MB after")


if __name__ == "__main__":
    main()
