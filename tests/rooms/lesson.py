"""A lesson in a room, as its phones and its teacher hear it."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine
from concurrent.futures import ThreadPoolExecutor

from headlight.rooms.rooms import Rooms
from headlight.rooms.shared import Shared


def held(lesson: Coroutine) -> None:
    """Run to its end, in a thread of its own: the tests of a browser leave a loop running in theirs."""
    with ThreadPoolExecutor() as threads:
        threads.submit(asyncio.run, lesson).result()


async def begun(kept: Shared) -> Rooms:
    served = Rooms(kept)
    served.begin()
    return served


def number(served: Rooms, code: str) -> str:
    """A signed number, as a phone is given with the page."""
    room = served.read(code)
    assert room
    return room.new_number()


def teachers(served: Rooms, code: str) -> str:
    """What the streams of a teacher's pages are known by."""
    room = served.read(code)
    assert room
    return room.teachers()


async def said(stream: AsyncIterator[bytes], wanted: str) -> tuple[str, str]:
    """The next event of a kind: its id and what it says."""
    async with asyncio.timeout(20):
        async for chunk in stream:
            for event in chunk.decode().split("\n\n"):
                lines = dict(line.split(": ", 1) for line in event.splitlines() if ": " in line)
                if lines.get("event") == wanted:
                    return lines.get("id", ""), lines.get("data", "")
    raise AssertionError(f"the stream ended without {wanted}")


async def joined(*streams: AsyncIterator[bytes]) -> None:
    """Wait until each of them is told of its room."""
    for stream in streams:
        await said(stream, "room")


async def hears(stream: AsyncIterator[bytes], here: int) -> None:
    """Wait until a stream is told that so many follow."""
    while json.loads((await said(stream, "room"))[1])["here"] != here:
        pass


async def closed(*streams: AsyncGenerator[bytes]) -> None:
    for stream in streams:
        await stream.aclose()
