"""Who may listen: caps of the server and of an address, and who has a number before who has none."""

import asyncio
import json

import pytest

from headlight.rooms import limits
from headlight.rooms.lines import OpenStream, OpenStreams
from headlight.rooms.room import FULL, MANY_HERE
from headlight.rooms.shared import InProcess
from tests.rooms.lesson import begun, closed, held, joined, number, said, teachers


def test_listeners_are_capped_and_the_server_stops_with_streams_open(monkeypatch: pytest.MonkeyPatch) -> None:
    async def lesson() -> None:
        served = await begun(InProcess())
        code, _ = served.open()
        monkeypatch.setattr(limits, "LISTENERS", 1)
        stream = served.follow(code, number(served, code))
        await said(stream, "room")
        assert (await anext(served.follow(code, number(served, code)))).startswith(b"retry: 10000\n")
        for other in (number(served, code), "no number"):
            assert json.loads((await said(served.follow(code, other), "sorry"))[1]) == FULL
        served.stop()
        async with asyncio.timeout(20):
            assert [chunk async for chunk in stream] == []

    held(lesson())


def test_listeners_of_one_address_leave_room_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    async def lesson() -> None:
        served = await begun(InProcess())
        code, _ = served.open()
        monkeypatch.setattr(limits, "LISTENERS_BY_ADDRESS", 2)
        mine, teacher = number(served, code), teachers(served, code)
        streams = [
            served.follow(code, mine, address="school"),
            served.follow(code, teacher, address="school", silent=True),
        ]
        await joined(*streams)
        for phone, silent in ((number(served, code), False), (teacher, True), ("", False), (mine, True)):
            refused = served.follow(code, phone, address="school", silent=silent)
            assert json.loads((await said(refused, "sorry"))[1]) == MANY_HERE
        for address, phone in (("home", number(served, code)), ("school", mine)):  # whose line was cut comes back
            streams.append(served.follow(code, phone, address=address))
            await said(streams[-1], "room")
        await closed(*streams)
        assert served.listeners == 0, "nobody's address is kept"

    held(lesson())


@pytest.mark.parametrize("silent", [False, True])
def test_who_has_a_number_goes_before_any_number_of_streams_that_have_none(
    silent: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lesson() -> None:
        served = await begun(InProcess())
        code, _ = served.open()
        monkeypatch.setattr(limits, "LISTENERS_BY_ADDRESS", 12)
        monkeypatch.setattr(limits, "LISTENERS", 24)
        flood, refused = [], 0
        for address in ("school", "school", "school", "home", "home", "home", "street", "street"):
            flood.append(served.follow(code, "made up", address=address, silent=silent))
            event = await anext(flood[-1])
            refused += b"sorry" in event
        assert refused == 4, "two of each address, and four of all"
        phones = [served.follow(code, number(served, code), address="school") for _ in range(11)]
        await joined(*phones)
        teacher = served.follow(code, teachers(served, code), address="school", silent=True)
        await said(teacher, "room")
        assert [*map(served._lines.of, ("school", "home"))] == [12, 2], "those of another address need not make room"
        others = [served.follow(code, number(served, code), address="others") for _ in range(12)]
        await joined(*others)
        assert served.listeners == 24, "all who have one, and nobody else"
        async with asyncio.timeout(20):
            for line in flood:
                last = b"".join([event async for event in line])
                assert last == b"" or b"event: sorry" in last
        await closed(*phones, teacher, *others)
        assert served.listeners == 0 and not served._here

    held(lesson())


def test_of_a_room_only_so_many_streams_are_its_teachers(monkeypatch: pytest.MonkeyPatch) -> None:
    async def lesson() -> None:
        served = await begun(InProcess())
        code, _ = served.open()
        monkeypatch.setattr(limits, "TEACHERS", 2)
        monkeypatch.setattr(limits, "LISTENERS_BY_ADDRESS", 6)
        lines = [served.follow(code, teachers(served, code), silent=True) for _ in range(4)]
        said_first = [await anext(line) for line in lines]
        assert [b"sorry" in each for each in said_first] == [False, False, False, True], "the third as a stranger"
        await closed(*lines[:2])
        lines += [served.follow(code, teachers(served, code), silent=True) for _ in range(2)]
        assert not any([b"sorry" in await anext(line) for line in lines[4:]]), "one whose line was cut comes back"
        await closed(*lines)
        assert served.listeners == 0

    held(lesson())


def test_of_those_without_a_number_the_newest_makes_room_and_nobody_is_counted_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "LISTENERS", 13)
    monkeypatch.setattr(limits, "LISTENERS_BY_ADDRESS", 13)
    lines, strangers, phones = OpenStreams(), [OpenStream("a"), OpenStream("b")], [OpenStream("c") for _ in range(14)]
    assert [lines.let_in(line, known=False) for line in (*strangers, OpenStream("a"))] == ["", "", FULL]
    assert [lines.let_in(line, known=True) for line in phones[:12]] == [""] * 12
    assert [line.is_out for line in strangers] == [False, True]
    assert lines.let_in(phones[12], known=True) == "" and strangers[0].is_out
    assert lines.let_in(phones[13], known=True) == MANY_HERE
    assert lines.let_in(phones[13], known=True, comes_back=True) == "", "whose older one ends"
    assert [lines.leave(line) for line in (*strangers, *phones, phones[0])] == [False] * 2 + [True] * 14 + [False]
    assert len(lines) == 0
