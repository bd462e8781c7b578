"""What caps count: a flood takes nothing from others, a class of 500 passes, and codes cannot be searched."""

import inspect
import re
from pathlib import Path

import pytest

from headlight.rooms import limits
from headlight.rooms.limits import Bucket, Buckets, Door, Firsts, Rate
from headlight.rooms.room import LENGTH, LETTERS
from tests.rooms.conftest import Clock


def test_a_bucket_fills_again_and_who_is_refused_owes_nothing(clock: Clock) -> None:
    bucket = Bucket(Rate(at_once=2, a_second=2))
    assert [bucket.take() for _ in range(1000)] == [True, True, *[False] * 998]
    clock.now += 0.5
    assert [bucket.take(), bucket.take()] == [True, False]
    clock.now += 100
    assert [bucket.take() for _ in range(3)] == [True, True, False]


def test_who_waits_takes_in_advance(clock: Clock) -> None:
    bucket = Bucket(Rate(at_once=2, a_second=2))
    assert [bucket.wait() for _ in range(4)] == [0, 0, 0.5, 1.0]
    clock.now += 10
    assert bucket.wait() == 0


def test_of_very_many_who_was_quiet_longest_is_forgotten(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_MANY", 3)
    buckets = Buckets(Rate(at_once=1, a_second=1e-6))
    assert all(buckets.take(who) for who in "abc")
    assert not buckets.take("a")
    assert buckets.take("d")
    assert not buckets.take("a") and buckets.take("b")


def test_an_address_tries_few_codes_whether_they_are_of_rooms_or_not_and_goes_on_with_those_it_knows(
    clock: Clock,
) -> None:
    codes, last = Door().codes, limits.CODES.at_once - 1
    codes.know("school", "OPENE")
    assert all(codes.let_in("school", f"CODE{number}") for number in range(500)), "who tries some keeps nobody out"
    assert sum(codes.let_in("school", f"CODE{number}") for number in range(500, 10_000)) == limits.CODES.at_once - 500
    assert codes.let_in("school", f"CODE{last}") and not codes.let_in("school", f"CODE{last + 1}")
    assert not codes.let_in("school", "OTHER") and codes.let_in("home", "OTHER")
    clock.now += 3600
    found = sum(codes.let_in("school", f"LATE{number}") for number in range(10_000))
    assert found == 3600 * limits.CODES.a_second
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
