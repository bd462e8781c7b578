"""Heavy work on a page waits its turn, says so, and stops when the visitor wants something newer."""

import itertools
import math

import pytest
from streamlit.testing.v1 import AppTest

from headlight.app import queue
from headlight.reading import running


def measuring() -> None:
    import streamlit as st

    from headlight.app import queue

    visitor = queue.Visitor()
    visitor.tells_here()
    with visitor.slot():
        st.caption(f"measured, {len(queue.LONG_WORK)} in the queue")


def test_alone_one_is_served_at_once() -> None:
    page = AppTest.from_function(measuring).run()
    assert [each.value for each in page.caption] == ["measured, 1 in the queue"]
    assert len(queue.LONG_WORK) == 0


def waiting_twice() -> None:
    import streamlit as st

    from headlight.app import queue

    class Busy:
        def turn(self, waiting):
            waiting(2)
            waiting(1)
            st.stop()

    queue.LONG_WORK = Busy()
    visitor = queue.Visitor()
    visitor.tells_here()
    with visitor.slot():
        st.caption("not reached")


def test_one_who_waits_is_told_how_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "LONG_WORK", queue.LONG_WORK)  # put back afterwards
    page = AppTest.from_function(waiting_twice).run()
    assert [each.value for each in page.caption] == ["Someone else is measuring: you are next."]


def test_work_that_is_not_done_in_one_go_is_to_be_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = itertools.count(step=0.2)  # seconds: one step of the work fits into a slice
    monkeypatch.setattr(running.time, "monotonic", lambda: next(clock))
    found, seen = running.Growing(iter(range(4)), lambda step: step == 3), list[tuple[int, bool]]()
    for _ in range(4):
        with queue.long_work() as visitor:
            step, whole = found.latest()
        assert whole is not visitor.unfinished
        seen.append((step, visitor.unfinished))
    assert seen == [(1, True), (2, True), (3, False), (3, False)]


def test_what_can_wait_is_left_to_a_pause_of_typing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not running.typing(), "nobody types in a notebook"
    monkeypatch.setattr(queue.time, "monotonic", lambda: 100.0)
    for typed, waits in ((100 - queue.PAUSE / 2, True), (100 - 2 * queue.PAUSE, False), (-math.inf, False)):
        with queue.long_work(typed) as visitor:
            assert running.typing() is waits
        assert visitor.waits is waits and not visitor.unfinished


def test_what_costs_more_is_left_until_the_reader_rests_and_what_is_not_ready_until_a_pause(monkeypatch) -> None:
    assert running.resting() and running.ready(False), "in a notebook all is done at once"
    monkeypatch.setattr(queue.time, "monotonic", lambda: 100.0)
    for typed, again in ((100 - queue.PAUSE, queue.REST - queue.PAUSE), (100 - queue.REST, None), (-math.inf, None)):
        with queue.long_work(typed) as visitor:
            assert running.resting() is (again is None)
        assert visitor.again() == again
    with queue.long_work(100) as visitor:
        assert not running.resting() and running.typing()
    assert visitor.again() == queue.PAUSE, "first the pause"
    with queue.long_work() as visitor:
        assert running.ready(True) and visitor.again() is None and not running.ready(False)
    assert visitor.again() == queue.PAUSE


@pytest.mark.parametrize("typed", [100.0, 100 - queue.PAUSE, -math.inf])
def test_where_others_wait_for_a_turn_all_that_can_wait_is_left_until_later_but_what_was_seen_stays(
    monkeypatch: pytest.MonkeyPatch, typed: float
) -> None:
    monkeypatch.setattr(queue.time, "monotonic", lambda: 100.0)
    monkeypatch.setattr(queue, "_CORES", 0)
    with queue.RUNS.turn():
        with queue.long_work(typed) as visitor:
            assert running.typing() and not running.resting()
        assert visitor.again() == queue.LATER
        with queue.long_work(seen=True) as visitor:
            assert not running.typing() and running.resting()
        assert visitor.again() is None
