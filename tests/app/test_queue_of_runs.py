"""Runs have their turn one after the other, those of a key first, and a long one does not keep others waiting."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest
from streamlit.testing.v1 import AppTest

from headlight.app import page, queue
from headlight.app.queue import Queue

LONG = 1000.0  # seconds that no test takes


def waiting(turns: Queue, *lines: str) -> tuple[list[str], list[threading.Thread]]:
    """Threads that came one after the other, with the order in which they are served."""
    served, threads = list[str](), list[threading.Thread]()

    def come(name: str) -> None:
        with turns.turn(hurried=name.startswith("key")):
            served.append(name)

    for name in lines:
        threads.append(threading.Thread(target=come, args=(name,)))
        before = len(turns)
        threads[-1].start()
        until(lambda before=before: len(turns) == before + 1)
    return served, threads


def until(holds: Callable[[], bool]) -> None:
    while not holds():
        pass


def test_runs_are_served_in_the_order_in_which_they_came_and_keys_before_pages() -> None:
    turns = Queue(1, LONG)
    with turns.turn(hurried=False) as waited:
        assert not waited
        served, threads = waiting(turns, "page 1", "key 1", "page 2", "key 2")
        assert served == []
    for each in threads:
        each.join()
    assert served == ["key 1", "key 2", "page 1", "page 2"]
    assert len(turns) == 0


def test_as_many_run_at_once_as_there_are_cores() -> None:
    turns = Queue(2, LONG)
    with turns.turn(hurried=True), turns.turn(hurried=True) as waited:
        assert not waited
        served, (third,) = waiting(turns, "key 3")
        assert served == []
    third.join()
    assert served == ["key 3"]


def test_one_that_takes_long_lets_others_in_meanwhile_and_one_that_fails_its_successor() -> None:
    turns = Queue(1, 0.01)
    with pytest.raises(ValueError), turns.turn(hurried=True), turns.turn(hurried=True) as waited:
        assert waited
        raise ValueError
    with turns.turn(hurried=True) as waited:
        assert not waited


def test_who_leaves_while_waiting_leaves_the_line() -> None:
    turns, leaves = Queue(1, LONG, every=0.01), threading.Event()

    def waiting_until(before: int) -> None:
        if leaves.is_set():
            raise InterruptedError

    def come() -> None:
        with suppress(InterruptedError), turns.turn(waiting=waiting_until):
            raise AssertionError("it is nobody's turn")

    with turns.turn():
        (left := threading.Thread(target=come)).start()
        until(lambda: len(turns) == 2)
        served, (after,) = waiting(turns, "page 1")
        leaves.set()
        left.join()
        assert len(turns) == 2 and served == []
    after.join()
    assert served == ["page 1"] and len(turns) == 0
    with pytest.raises(ValueError), turns.turn():
        raise ValueError
    with turns.turn(waiting=pytest.fail):  # work that fails lets the next one in
        pass


def test_a_part_inside_a_page_needs_no_turn_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "RUNS", line := Queue(1, LONG))
    with queue.timed("page"), queue.timed("part") as waited:
        assert not waited and len(line) == 1
    assert len(line) == 0


def a_part() -> None:
    import streamlit as st

    from headlight.app import page

    page.fragment(lambda: st.caption("drawn"), key="part")()


@pytest.mark.parametrize("waited", [True, False])
def test_a_part_that_had_to_wait_asks_first_whether_something_newer_is_wanted(
    monkeypatch: pytest.MonkeyPatch, waited: bool
) -> None:
    asked = list[str]()

    @contextmanager
    def timed(what: str) -> Iterator[bool]:
        yield waited

    monkeypatch.setattr(queue, "timed", timed)
    monkeypatch.setattr(page, "stop_if_moved_on", lambda: asked.append("asked"))
    drawn = AppTest.from_function(a_part).run()
    assert [each.value for each in drawn.caption] == ["drawn"]
    assert asked == (["asked"] if waited else [])


def test_who_waits_is_told_how_many_are_before_and_how_long_the_first_of_them_has_waited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Those of a key go first, though they came later; how long is asked of those in no hurry alone."""
    clock = iter(float(second) for second in range(10_000))
    monkeypatch.setattr(queue.time, "monotonic", lambda: next(clock))
    turns, told = Queue(1, 10_000_000.0), dict[str, list[int]]()

    def come(name: str, lets: threading.Event) -> None:
        def waiting(before: int) -> None:
            told.setdefault(name, []).append(before)

        with turns.turn(hurried=name.startswith("key"), waiting=waiting):
            lets.wait()

    done, threads = threading.Event(), list[threading.Thread]()
    for name in ("key 0", "key 1", "page 1", "key 2"):
        if name == "page 1":
            assert turns.wait() == 0, "nobody in no hurry waits"
        threads.append(threading.Thread(target=come, args=(name, done)))
        threads[-1].start()
        until(lambda: len(turns) == len(threads) and (len(threads) == 1 or len(told) == len(threads) - 1))
    until(lambda: told["page 1"][-1] == 3)
    assert (told["key 1"][-1], told["page 1"][0], told["key 2"][0]) == (1, 2, 2) and turns.wait() > 0
    done.set()
    for each in threads:
        each.join()
    assert turns.wait() == 0


def test_how_many_wait_is_said_in_words() -> None:
    said = {before: queue.waiting_text(before) for before in (1, 2, 3)}
    assert said[1].endswith("you are next.")
    assert "and 1 is waiting" in said[2] and "and 2 are waiting" in said[3]
