"""People who type, each a sentence of their own: how long a key takes on one server, and what memory they leave behind.

The server has one core to itself, where there are two; those who type use the others. After each key their boards ask
for what is worked out in a pause, as in a browser. `python -m benchmarks people` prints it.
"""

import asyncio
import json
import math
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

from benchmarks import timing
from benchmarks.class_room import Process, ready
from benchmarks.servers import ending
from headlight.server import replicas

PORT, _EMPTY, _COME_AND_GO, _LIMIT = 8801, 8802, 100, 500
_PEOPLE, _EVERY, _SECONDS = 80, 5, 60  # who type, seconds between two keys of one, and for how long
_ALONE, _RESTING, _WARM = 200, 40, 20  # keys of one person, those with a pause after each, those before them
_PAUSE = 0.05  # seconds between two that have none
_KEPT = 25  # seconds after which the session of a closed tab is gone
_ENDS = ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY
_WORDS = "the", "old", "bear", "led", "us", "through", "a", "dark", "wood", "and", "small", "light", "shone"


def table() -> str:
    """Start a server, and an empty page of Streamlit's, and measure the processes."""
    server = replicas.start_replica(PORT, "", "0" * 32)
    command = [sys.executable, "-m", "streamlit", "run", "benchmarks/app.py", f"--server.port={_EMPTY}"]
    empty = subprocess.Popen(command, cwd=replicas.ROOT)
    with ending(server, empty):
        if (cores := sorted(os.sched_getaffinity(0))) and len(cores) > 1:
            for process in (server, empty):
                os.sched_setaffinity(process.pid, cores[:1])
            os.sched_setaffinity(0, cores[1:])
        rows = asyncio.run(_beside_empty(Process(server.pid), Process(empty.pid)))
        empty.terminate()
        rows += asyncio.run(_measure(Process(server.pid)))
    return timing.table(["", ""], rows)


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

    async def rest(self, until: float = math.inf, times: float = math.inf) -> None:
        """Type nothing `until` the next key, and draw the part again while boards ask, at most so many `times`."""
        while times > 0 and self._again and time.perf_counter() + min(self._again) / 1000 < until:
            await asyncio.sleep(min(self._again) / 1000)
            await self._answered(self._key)
            times -= 1

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


async def _beside_empty(server: Process, empty: Process) -> list[tuple[str, str]]:
    """Time a key when one person types, on the start and on a page that has the same box and nothing else."""
    await ready(PORT)
    await ready(_EMPTY, "_stcore/health")
    ours, streamlits = [await _alone(*each) for each in ((server, PORT, {}), (empty, _EMPTY, {"empty": "true"}))]
    paused, rested = [await _alone(server, PORT, {}, rests=times) for times in (1, 2)]
    said = (
        f"{ours:.0f} ms of processor, {streamlits:.0f} on an empty page; {paused:.0f} with the reason that a pause "
        f"brings (limit 120), {rested:.0f} with the words that flip it, after 1.5 s"
    )
    return [("a key of one person on the start page", said)]


async def _alone(process: Process, port: int, address: dict[str, str], *, rests: int = 0) -> float:
    """Milliseconds of processor of a key, where keys follow each other or each is drawn again so many times."""
    count = _RESTING if rests else _ALONE
    chance, cost = random.Random(0), 0.0
    async with tab(port) as typist:
        await typist.open(**address, text="bear")
        for number in range(_WARM + count):
            if number == _WARM:
                cost = process.seconds()
            await typist.type(sentence(chance))
            await (typist.rest(times=rests) if rests else asyncio.sleep(_PAUSE))
    return 1000 * (process.seconds() - cost) / count


async def _measure(process: Process) -> list[tuple[str, str]]:
    keys = list[tuple[float, float]]()  # of a key when, and milliseconds

    async def type_on(chance: random.Random, come: float) -> None:
        await asyncio.sleep(come)
        async with tab(PORT) as typist:
            await typist.open(text="bear")
            await asyncio.sleep(_EVERY * (1 + chance.random()))
            end = time.perf_counter() + _SECONDS
            while (begun := time.perf_counter()) < end:
                keys.append((begun, 1000 * await typist.type(sentence(chance))))
                await typist.rest(begun + _EVERY)
                await asyncio.sleep(max(0.0, _EVERY - (time.perf_counter() - begun)))  # a key each so many seconds

    came = _PEOPLE / 20  # seconds: twenty come each second
    async with asyncio.TaskGroup() as all_of_them:
        for number in range(_PEOPLE):
            all_of_them.create_task(type_on(random.Random(number), came * number / _PEOPLE))
        await asyncio.sleep(came + 2 * _EVERY)  # all type
        cost, start = process.seconds(), time.perf_counter()
        await asyncio.sleep(_SECONDS - 2 * _EVERY)
        end, used = time.perf_counter(), process.seconds() - cost
    found = statistics.quantiles([took for begun, took in keys if start <= begun < end], n=20)
    megabytes = list[float]()
    for _ in range(2):  # the first hundred make the heap as large as it is going to be
        for number in range(_COME_AND_GO):
            async with tab(PORT) as passer:
                await passer.open(text=sentence(random.Random(number)))
        await asyncio.sleep(_KEPT)
        megabytes.append(process.megabytes())
    waits = f"half wait up to {found[9]:.0f} ms, one in twenty over {found[18]:.0f} ms (limit {_LIMIT})"
    before, after = (f"{each:.0f} MB" for each in megabytes)
    return [
        (f"{_PEOPLE} people, each a key every {_EVERY} s", f"{waits}; {used / (end - start):.0%} of a core"),
        (f"{_COME_AND_GO} sessions came and went after that", f"{before} before, {after} after"),
    ]
