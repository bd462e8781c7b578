"""People who type, each a sentence of their own: how long a key takes on one server, and what memory they leave behind.

The server has one core to itself, where there are two; those who type use the others. After each key their boards ask
for what is worked out in a pause, as in a browser. With `--people 0` it ends after a minute, with what one key costs,
and so how many keys a second this machine takes.

python -m benchmarks.sessions [--people 300] [--every 5] [--seconds 60]
"""

import argparse
import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlencode

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from benchmarks.class_room import Process, ready
from benchmarks.servers import ending
from benchmarks.timing import machine
from headlight.server import replicas

PORT, _EMPTY, _COME_AND_GO, _LIMIT, _GROWTH = 8801, 8802, 100, 500, 10
_ALONE, _RESTING, _WARM = 200, 40, 20  # keys of one person, those with a pause after each, those before them
_PAUSE = 0.05  # seconds between two that have none
_KEPT = 25  # seconds after which the session of a closed tab is gone
_ENDS = ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY
_WORDS = "the", "old", "bear", "led", "us", "through", "a", "dark", "wood", "and", "small", "light", "shone"


def main() -> None:
    """Start a server of its own and measure it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=300)
    parser.add_argument("--every", type=float, default=5, help="seconds between two keys of one of them")
    parser.add_argument("--seconds", type=float, default=60)
    asked = parser.parse_args()
    print(machine(), flush=True)
    server = replicas.start_replica(PORT, "", "0" * 32)
    command = [sys.executable, "-m", "streamlit", "run", "benchmarks/app.py", f"--server.port={_EMPTY}"]
    empty = subprocess.Popen(command, cwd=replicas.ROOT)
    with ending(server, empty):
        if (cores := sorted(os.sched_getaffinity(0))) and len(cores) > 1:
            for process in (server, empty):
                os.sched_setaffinity(process.pid, cores[:1])
            os.sched_setaffinity(0, cores[1:])
        asyncio.run(_beside_empty(Process(server.pid), Process(empty.pid)))
        empty.terminate()
        if asked.people:
            asyncio.run(_measure(Process(server.pid), asked.people, asked.every, asked.seconds))


@asynccontextmanager
async def tab(port: int) -> AsyncIterator["Tab"]:
    """A tab that is connected to a server."""
    line = f"ws://localhost:{port}/_stcore/stream"
    async with websockets.connect(line, subprotocols=[websockets.Subprotocol("streamlit")], max_size=None) as socket:
        yield Tab(socket)


def sentence(chance: random.Random) -> str:
    """Eight words that nobody else types."""
    return " ".join(chance.choices(_WORDS, k=8))


class Tab:
    """One tab of a browser as a server sees it: it opens pages, and asks at each key for the part that has the box."""

    def __init__(self, socket: websockets.ClientConnection) -> None:
        self._socket = socket
        self._key = BackMsg()  # as it was sent last, with what it names of the page
        self._typed = 0  # keys, of which the app's box has a number each
        self._streamlits = False  # the box is Streamlit's own
        self._again = list[int]()  # milliseconds after which each of the boards asks to be drawn again

    async def open(self, **address: str) -> float:
        """Open the app with keys of its address; seconds until its run has ended."""
        asked = BackMsg()
        asked.rerun_script.query_string = urlencode(address)
        return await self._answered(asked)

    async def type(self, text: str) -> float:
        """Press a key after which the box of the page has this text; seconds until its run has ended."""
        (box,) = self._key.rerun_script.widget_states.widgets
        self._typed += 1
        if self._streamlits:
            box.string_value = text
        else:
            value = {"texts": {"text": text}, "after": 0}
            box.json_value = json.dumps({"typed": {"number": self._typed, "value": value}})
        return await self._answered(self._key)

    async def rest(self) -> None:
        """Type nothing, and have the part drawn again while its boards ask for it: what waits for a pause comes."""
        while self._again:
            await asyncio.sleep(min(self._again) / 1000)
            await self._answered(self._key)

    async def _answered(self, asked: BackMsg) -> float:
        start = time.perf_counter()
        self._again.clear()
        await self._socket.send(asked.SerializeToString())
        while True:
            said = ForwardMsg.FromString(bytes(await self._socket.recv(decode=False)))
            drawn = said.delta.new_element
            box = drawn.text_input.id or drawn.bidi_component.id
            if box.endswith(("-text", "-sentence_box")):
                self._streamlits = bool(drawn.text_input.id)
                widgets = self._key.rerun_script.widget_states.widgets
                if [each.id for each in widgets] != [box]:  # else it holds what was typed last
                    del widgets[:]
                    widgets.add(id=box)
                self._key.rerun_script.fragment_id = said.delta.fragment_id
            if drawn.bidi_component.component_name.endswith(".board"):
                message = drawn.bidi_component.bytes
                header = json.loads(message[4:][: int.from_bytes(message[:4], "little")])
                self._again += header.get("again", [])[1:]
            if said.HasField("new_session"):
                self._key.rerun_script.page_script_hash = said.new_session.page_script_hash
            if said.HasField("script_finished") and said.script_finished in _ENDS:
                return time.perf_counter() - start


async def _beside_empty(server: Process, empty: Process) -> None:
    """Time a key when one person types, on the start and on a page that has the same box and nothing else."""
    await ready(PORT)
    await ready(_EMPTY, "_stcore/health")
    ours, streamlits = [await _alone(*each) for each in ((server, PORT, {}), (empty, _EMPTY, {"empty": "true"}))]
    rested = await _alone(server, PORT, {}, rests=True)
    print(f"one person: a key costs {ours:.1f} ms of processor, of which an empty page of Streamlit {streamlits:.1f}")
    print(f"with what comes in a pause after it {rested:.1f} ms, so a core takes {1000 / rested:.0f} of these a second")


async def _alone(process: Process, port: int, address: dict[str, str], *, rests: bool = False) -> float:
    """Milliseconds of processor of a key, where keys follow each other or where a pause follows each."""
    count = _RESTING if rests else _ALONE
    chance, cost = random.Random(0), 0.0
    async with tab(port) as typist:
        await typist.open(**address, text="bear")
        for number in range(_WARM + count):
            if number == _WARM:
                cost = process.seconds()
            await typist.type(sentence(chance))
            await (typist.rest() if rests else asyncio.sleep(_PAUSE))
    return 1000 * (process.seconds() - cost) / count


async def _measure(process: Process, people: int, every: float, seconds: float) -> None:
    await ready(PORT)
    keys, openings = list[tuple[float, float]](), list[float]()  # of a key when, and milliseconds

    async def type_on(chance: random.Random, come: float) -> None:
        await asyncio.sleep(come)
        async with tab(PORT) as typist:
            openings.append(1000 * await typist.open(text="bear"))
            await asyncio.sleep(every * (1 + chance.random()))
            end = time.perf_counter() + seconds
            while (begun := time.perf_counter()) < end:
                keys.append((begun, 1000 * await typist.type(sentence(chance))))
                await typist.rest()
                await asyncio.sleep(max(0.0, every - (time.perf_counter() - begun)))  # a key each so many seconds

    came = people / 20  # seconds: twenty come each second
    async with asyncio.TaskGroup() as all_of_them:
        for number in range(people):
            all_of_them.create_task(type_on(random.Random(number), came * number / people))
        await asyncio.sleep(came + 2 * every)  # all type
        cost, start, before = process.seconds(), time.perf_counter(), len(keys)
        await asyncio.sleep(seconds - 2 * every)
        end = time.perf_counter()
        used, pressed = process.seconds() - cost, len(keys) - before
    print(f"{people} people, a key each {every:g} s")
    _say("pages opened, twenty a second", openings)
    _say("keys while others come", [took for begun, took in keys if begun < start])
    p95 = _say("keys once all are there", [took for begun, took in keys if start <= begun < end])
    each, busy = 1000 * used / pressed, 100 * used / (end - start)
    print(f"a key costs {each:.1f} ms of processor, all {busy:.0f} % of a core")
    print(f"{'met' if p95 < _LIMIT else 'MISSED'}: p95 under {_LIMIT} ms", flush=True)
    megabytes = list[float]()
    for _ in range(2):  # the first hundred make the heap as large as it is going to be
        for number in range(_COME_AND_GO):
            async with tab(PORT) as passer:
                await passer.open(text=sentence(random.Random(number)))
        await asyncio.sleep(_KEPT)
        megabytes.append(process.megabytes())
    memory, after = megabytes
    growth = 100 * (after / memory - 1)
    print(f"{_COME_AND_GO} came and went: {memory:.0f} MB before, {after:.0f} MB after, {growth:+.1f} %")
    print(f"{'met' if growth < _GROWTH else 'MISSED'}: memory where it was, {_GROWTH} %")


def _say(what: str, milliseconds: list[float]) -> float:
    """Print how long they took; the time that one in twenty exceeds."""
    found = statistics.quantiles(milliseconds, n=20)
    print(f"{what}: {len(milliseconds)}, median {found[9]:.0f}, p95 {found[18]:.0f} ms")
    return found[18]


if __name__ == "__main__":
    main()
