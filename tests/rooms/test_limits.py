"""Each cap holds at its ends, a flood takes nothing from others, a class of 500 passes, codes cannot be searched."""

import inspect
import re
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest

from headlight.rooms import limits, rooms
from headlight.rooms.limits import Bucket, Buckets, Door, Firsts, Openings, Rate
from headlight.rooms.lines import OpenStream, OpenStreams
from headlight.rooms.room import LENGTH, LETTERS, NoRoom
from headlight.rooms.rooms import Rooms
from headlight.rooms.shared import InProcess
from headlight.server import card, guard
from headlight.server.guard import Guard
from tests.rooms.conftest import Clock

# Of each rate what takes one more of it, from the objects that a server has.
Take = Callable[[int], bool]
RATES: dict[str, Callable[[], Take]] = {
    "MESSAGES": lambda: (lambda bucket: lambda _: bucket.take())(Bucket(limits.MESSAGES)),
    "OPENED": lambda: (lambda opened: lambda nth: opened.let_in("school", f"page {nth}"))(Openings()),
    "NUMBERS": lambda: (lambda door: lambda nth: door.numbers.let_in("school", f"phone {nth}"))(Door()),
    "CODES": lambda: (lambda door: lambda nth: door.codes.let_in("school", f"CODE{nth}"))(Door()),
    "POSTS": lambda: (lambda door: lambda nth: door.may_post(f"school {nth}", "phone"))(Door()),
    "POSTS_BY_ADDRESS": lambda: (lambda door: lambda nth: door.may_post("school", f"phone {nth}"))(Door()),
    "WORDS": lambda: (lambda door: lambda nth: door.words.let_in("phone", f"words {nth}"))(Door()),
    "STRANGERS_POSTS": lambda: (lambda door: lambda _: door.may_post("school"))(Door()),
    "CARDS": lambda: lambda _: card._by_address.take("school"),
}
RATED = {name: rate for name, rate in vars(limits).items() if isinstance(rate, Rate)}


@pytest.mark.parametrize("name", RATED)
def test_so_many_pass_at_once_and_one_more_when_its_time_has_come(name: str, clock: Clock) -> None:
    """Who is refused owes nothing, and after a long while as many pass as at first."""
    rate, take, nth = RATED[name], RATES[name](), count()
    many = range(int(rate.at_once) + 3)
    for wait, passed in ((0, rate.at_once), (0.99 / rate.a_second, 0), (0.02 / rate.a_second, 1), (1e6, rate.at_once)):
        clock.now += wait
        assert [take(next(nth)) for _ in many] == [number < passed for number in many]


# Of each cap, set to a small number, how many of six come in.
def rooms_opened(*addresses: str) -> int:
    served, opened = Rooms(InProcess()), list[tuple[str, str]]()
    for nth, address in enumerate(addresses):
        with suppress(NoRoom):
            opened.append(served.open(address=address, page=f"page {nth}"))
    code, secret = opened[0]
    assert served.open(secret, code, address="school") == (code, secret), "a room that is open is opened again"
    return len(opened)


def streams(known: bool, *addresses: str) -> int:
    lines = OpenStreams()
    return sum(not lines.let_in(OpenStream(address), known=known) for address in addresses)


def sessions(*addresses: str) -> int:
    app, open_ones = Guard(lambda *_: None), Counter[str]()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(guard, "SESSIONS", open_ones)
        for address in addresses:
            open_ones[address] += not app._is_full(address)
    return open_ones.total()


def known(firsts: Callable[[Door], Firsts]) -> int:
    of_door = firsts(Door())
    for name in "abcdef":
        of_door.know("school", name)
    return len(of_door._known["school"])


def buckets() -> int:
    of_all, firsts = Buckets(Rate(1, 1e-9)), Firsts(Rate(1, 1e-9), kept=1)
    for name in "abacadaeaf":
        firsts.know(name, "CODE")
    assert of_all.take("a") and ("a" in firsts._known or limits._MANY == 1)
    comes_again = [of_all.take("a") for name in "bcdef" if of_all.take(name)]
    assert not any(comes_again) or limits._MANY == 1
    return sum(not of_all.take(name) for name in "afedcb"[: limits._MANY + 1])  # who was quiet longest is forgotten


ONE, MANY = ("school",) * 6, tuple("abcdef")
CAPS: dict[str, tuple[Callable[[], int], Callable[[int], int]]] = {  # and of so many as the cap is, how many
    "ROOMS": (lambda: rooms_opened(*MANY), int),
    "ROOMS_BY_ADDRESS": (lambda: rooms_opened(*ONE), int),
    "SESSIONS": (lambda: sessions(*MANY), int),
    "SESSIONS_BY_ADDRESS": (lambda: sessions(*ONE), int),
    "LISTENERS": (lambda: streams(True, *MANY), int),
    "LISTENERS_BY_ADDRESS": (lambda: streams(True, *ONE), int),
    "LISTENERS, without a number": (lambda: streams(False, *MANY), limits.part),
    "LISTENERS_BY_ADDRESS, without a number": (lambda: streams(False, *ONE), limits.part),
    "CODES_KNOWN": (lambda: known(lambda door: door.codes), int),
    "NUMBERS_KNOWN": (lambda: known(lambda door: door.numbers), int),
    "_MANY": (buckets, int),
}


@pytest.mark.parametrize("name", CAPS)
@pytest.mark.parametrize("cap", [1, 2, 5])
def test_so_many_come_in_and_none_more(monkeypatch: pytest.MonkeyPatch, clock: Clock, name: str, cap: int) -> None:
    monkeypatch.setattr(limits, name.partition(",")[0], cap * (6 if "," in name else 1))
    monkeypatch.setattr(rooms, "_code_of", lambda secret: secret)
    let_in, passes = CAPS[name]
    assert let_in() == passes(getattr(limits, name.partition(",")[0]))


def test_of_what_phones_may_take_together_who_has_no_number_takes_a_sixth() -> None:
    assert [limits.part(of) for of in (1, 6, 11, 12, 600)] == [1, 1, 1, 2, 100]


LIVES = {  # what happens to a room, how it is asked for then, and for how long it is there
    "opened": (lambda store: None, lambda store: bool(store.read("BCDFG")), limits.UNUSED),
    "paused": (lambda store: store.write("BCDFG", {"paused": b"1"}), lambda store: store.count(), limits.UNUSED),
    "shown a board": (lambda store: store.write("BCDFG", {"board": b"b"}), lambda store: store.count(), limits.LIFE),
    "shown another": (lambda store: store.write("BCDFG", {"board": b"c"}), lambda store: store.count(), limits.LIFE),
    "ended": (lambda store: store.end("BCDFG"), lambda store: store.ended("BCDFG"), limits.LIFE),
}


@pytest.mark.parametrize("happens", LIVES)
def test_a_room_and_its_end_are_known_for_so_long(clock: Clock, happens: str) -> None:
    act, asked, seconds = LIVES[happens]
    store = InProcess()
    store.open("BCDFG", {"secret": b"s"})
    if happens == "shown another":
        store.write("BCDFG", {"board": b"b"})
        clock.now += limits.LIFE - 1
    act(store)
    begun = clock.now
    for after, there in ((0, True), (seconds, True), (seconds + 1, False)):
        clock.now = begun + after
        assert bool(asked(store)) is there
    store.write("BCDFG", {"board": b"late"})
    assert store.count() == 0, "what is written late makes no room"


def test_each_cap_is_in_a_table() -> None:
    numbers = {name for name, value in vars(limits).items() if isinstance(value, int | Rate)}
    elsewhere = {"LIFE", "UNUSED", "TEACHERS"}  # above, and among streams
    assert numbers == {*RATES, *(name.partition(",")[0] for name in CAPS)} | elsewhere


def test_who_waits_takes_in_advance(clock: Clock) -> None:
    bucket = Bucket(Rate(at_once=2, a_second=2))
    assert [bucket.wait() for _ in range(4)] == [0, 0, 0.5, 1.0]
    clock.now += 10
    assert bucket.wait() == 0


def test_whoever_has_used_up_their_codes_goes_on_with_those_that_are_known(clock: Clock) -> None:
    codes = Door().codes
    assert all(codes.let_in("school", f"CODE{number}") for number in range(int(limits.CODES.at_once)))
    codes.know("school", "OPENE")  # of the room that is opened there
    assert codes.let_in("school", f"CODE{limits.CODES.at_once - 1}") and codes.let_in("school", "OPENE")
    assert not codes.let_in("school", "OTHER") and codes.let_in("home", "OTHER")
    a_day = limits.CODES.at_once + 86_400 * limits.CODES.a_second
    assert a_day * limits.ROOMS / len(LETTERS) ** LENGTH < 0.5, "all rooms open, a day of trying finds none, most often"


def test_what_is_remembered_of_codes_is_bounded(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_MANY", 3)
    codes = Firsts(limits.CODES, kept=20)
    for number in range(25):
        codes.know("school", str(number))
    assert len(codes._known["school"]) == 20
    codes.know("school", "5")  # which is asked for again
    codes.know("school", "25")
    assert "5" in codes._known["school"] and "6" not in codes._known["school"]
    for address in "abc":
        codes.know(address, "CODE")
    assert sum(map(len, codes._known.values())) == 3


def test_one_phone_that_floods_silences_nobody_of_its_school(clock: Clock) -> None:
    door = Door()
    passed = 0
    for _ in range(60):  # seconds of a flood, and of strangers' beside it
        passed += sum(door.may_post("school", "phone flood") for _ in range(275))
        assert any(not door.may_post("school") for _ in range(400))
        clock.now += 1
    assert passed <= limits.POSTS.at_once + 60 * limits.POSTS.a_second
    assert all(door.may_post("school", f"phone {number}") for number in range(500)), "a class answers all at once"
    assert door.may_post("school", "teacher of BCDFG")
    assert door.may_post("home")


def test_a_class_of_500_behind_one_address_comes_within_two_minutes(clock: Clock) -> None:
    door = Door()
    for number in range(500):
        clock.now += 120 / 500
        assert door.codes.let_in("school", "BCDFG") and door.numbers.let_in("school", f"phone {number}"), number
    assert limits.LISTENERS_BY_ADDRESS >= 500 and limits.POSTS_BY_ADDRESS.at_once >= 500


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2001:db8::1", "2001:db8::ffff:1:2:3"),  # any of these a single computer may take
        ("2001:db8::1", "2001:db8:0:ffff::1"),  # and any of these a school is given
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("fe80::1%eth0", "fe80::2"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_what_one_computer_may_take_counts_as_one_address(one: str, other: str) -> None:
    assert limits.network(one) == limits.network(other)


def test_others_are_apart() -> None:
    assert len({limits.network(each) for each in ("192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8:1::1")}) == 4


@pytest.mark.parametrize("said", ["", "0", "-1", "many", "1.5"])
def test_a_setting_that_is_no_number_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    monkeypatch.setenv("HEADLIGHT_ROOMS", said)
    with pytest.raises(SystemExit, match=r"HEADLIGHT_ROOMS is “.*”\. Give a whole number"):
        limits.whole("ROOMS", 200)
    monkeypatch.setenv("HEADLIGHT_ROOMS", "30")
    assert limits.whole("ROOMS", 200) == 30


def test_every_setting_stands_in_the_manual_with_its_default() -> None:
    manual = (Path(__file__).parents[2] / "docs" / "operating.md").read_text("utf-8")
    for name, default in re.findall(r'whole\("(\w+)", (\d+)\)', inspect.getsource(limits)):
        assert re.search(rf"`HEADLIGHT_{name}` \| {int(default):,} \|", manual), name
