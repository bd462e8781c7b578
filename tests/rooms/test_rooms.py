"""Rooms, in process and in Redis: what was written last reaches all who follow, and nothing of a person is kept."""

import asyncio
import json
from collections.abc import AsyncIterator, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from headlight.rooms import rooms, shared
from headlight.rooms.rooms import NoRoom, Rooms
from headlight.rooms.shared import InProcess, InRedis, Shared
from headlight.server import replicas


@pytest.fixture(scope="module")
def redis_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Of a Redis that is started for these tests: the package brings its server."""
    server, address = replicas.start_redis(tmp_path_factory.mktemp("redis"))
    yield address
    server.terminate()
    server.wait()


@pytest.fixture(params=["in process", "in Redis"])
def kept(request: pytest.FixtureRequest) -> Iterator[Shared]:
    """Both ways to keep rooms."""
    found: Shared = InProcess() if request.param == "in process" else InRedis(request.getfixturevalue("redis_address"))
    yield found
    found.close()


def held(lesson: Coroutine) -> None:
    """Run to its end, in a thread of its own: the tests of a browser leave a loop running in theirs."""
    with ThreadPoolExecutor() as threads:
        threads.submit(asyncio.run, lesson).result()


async def begun(kept: Shared) -> Rooms:
    served = Rooms(kept)
    served.begin()
    return served


async def said(stream: AsyncIterator[bytes], wanted: str) -> tuple[str, str]:
    """The next event of a kind: its id and what it says."""
    async with asyncio.timeout(20):
        async for chunk in stream:
            for event in chunk.decode().split("\n\n"):
                lines = dict(line.split(": ", 1) for line in event.splitlines() if ": " in line)
                if lines.get("event") == wanted:
                    return lines.get("id", ""), lines["data"]
    raise AssertionError(f"the stream ended without {wanted}")


def test_all_who_follow_see_what_was_written_last_and_are_counted(kept: Shared) -> None:
    async def lesson() -> None:
        served = await begun(kept)
        code, _ = served.open()
        served.write(code, {"board": b"first"})
        streams = [served.follow(code, f"browser {number}") for number in range(3)]
        assert [await said(stream, "board") for stream in streams] == [
            await said(served.follow(code, "late"), "board")
        ] * 3
        for number in range(5):  # nobody reads meanwhile
            served.write(code, {"board": b"board %d" % number})
        assert {(await said(stream, "board"))[1] for stream in streams} == {"board 4"}
        silent = served.follow(code, "teacher", silent=True)
        while json.loads((await said(silent, "room"))[1])["here"] != 3:
            pass
        for stream in [*streams, silent]:
            await stream.aclose()
        assert served.listeners == 0

    held(lesson())


def test_who_comes_back_hears_only_what_has_changed(kept: Shared) -> None:
    async def lesson() -> None:
        served = await begun(kept)
        code, _ = served.open()
        served.write(code, {"board": b"first"})
        stream = served.follow(code, "one")
        mark, _ = await said(stream, "board")
        await stream.aclose()
        again = served.follow(code, "one", mark)
        served.write(code, {"board": b"second"})
        assert (await said(again, "board"))[1] == "second"
        await again.aclose()

    held(lesson())


def test_a_room_that_is_not_there_is_looked_for_and_its_end_is_said(kept: Shared) -> None:
    async def lesson() -> None:
        served = await begun(kept)
        assert json.loads((await said(served.follow("BCDFG", "one"), "sorry"))[1]) == rooms.NO_ROOM
        code, secret = served.open()
        stream = served.follow(code, "one")
        await said(stream, "room")
        served.end(code)
        assert json.loads((await said(stream, "sorry"))[1]) == rooms.NO_ROOM
        served.write(code, {"board": b"too late"})
        assert served.read(code) is None
        assert served.open(secret) == (code, secret), "its teacher opens it again, under the code that is known"

    held(lesson())


def test_a_secret_rules_its_own_room_alone(kept: Shared) -> None:
    served = Rooms(kept)
    (one, secret), (other, _) = served.open(), served.open()
    assert served.rules(one, secret)
    assert not served.rules(other, secret)
    assert not served.rules(one, "")
    assert not served.rules("BCDFG", secret)
    assert set(one) <= set(rooms.LETTERS) and len(one) == rooms.LENGTH
    assert secret.encode() not in b"".join(kept.read(one).values()), "who reads the store cannot teach"


def test_rooms_are_capped_and_end_after_some_hours(monkeypatch: pytest.MonkeyPatch) -> None:
    served = Rooms(InProcess())
    monkeypatch.setattr(rooms, "MOST_ROOMS", 2)
    code, _ = served.open()
    served.open()
    with pytest.raises(NoRoom, match="as many as it serves"):
        served.open()
    now = shared.time.monotonic()
    monkeypatch.setattr(shared.time, "monotonic", lambda: now + shared.LIFE + 1)
    assert served.read(code) is None
    served.open()


def test_listeners_are_capped_and_the_server_stops_with_streams_open(monkeypatch: pytest.MonkeyPatch) -> None:
    async def lesson() -> None:
        served = await begun(InProcess())
        code, _ = served.open()
        monkeypatch.setattr(rooms, "MOST_LISTENERS", 1)
        stream = served.follow(code, "one")
        await said(stream, "room")
        assert json.loads((await said(served.follow(code, "two"), "sorry"))[1]) == rooms.FULL
        served.stop()
        async with asyncio.timeout(20):
            assert [chunk async for chunk in stream] == []

    held(lesson())


def test_what_one_replica_is_told_those_who_follow_another_see(redis_address: str) -> None:
    async def lesson() -> None:
        stores = [InRedis(redis_address), InRedis(redis_address)]
        one, other = [await begun(store) for store in stores]
        code, secret = one.open()
        stream = other.follow(code, "far")
        await said(stream, "room")
        one.write(code, {"board": b"shown here"})
        assert (await said(stream, "board"))[1] == "shown here"
        assert other.rules(code, secret)
        near = one.follow(code, "near")
        while json.loads((await said(near, "room"))[1])["here"] != 2:
            pass
        for each in (stream, near):
            await each.aclose()
        for store in stores:
            store.close()

    held(lesson())
