"""Heavy work is done for one visitor at a time, in the order of asking, and nobody who leaves or fails holds it up."""

import math
import threading
from collections.abc import Callable

import pytest

from headlight.app.queue import Queue


class Visitor:
    """A thread that takes a turn, says what it was told, and works until it is let go."""

    def __init__(self, queue: Queue, done: list[str], name: str, leaves: bool = False) -> None:
        self.told: list[int] = []
        self.waits, self.works, self.let_go = threading.Event(), threading.Event(), threading.Event()
        self.leaves = leaves

        def visit() -> None:
            try:
                with queue.turn(waiting=self.hear):
                    self.works.set()
                    self.let_go.wait()
                    done.append(name)
            except InterruptedError:
                done.append(f"{name} left")

        self.thread = threading.Thread(target=visit)
        self.thread.start()

    def hears(self, before: int) -> None:
        """Wait until the visitor was told that so many are before this one."""
        while before not in self.told:
            self.thread.join(0.01)

    def hear(self, before: int) -> None:
        self.told.append(before)
        self.waits.set()
        if self.leaves and self.let_go.is_set():
            raise InterruptedError


@pytest.fixture
def queue() -> Queue:
    return Queue(1, math.inf, every=0.01)


def test_visitors_are_served_one_by_one_in_the_order_of_asking(queue: Queue) -> None:
    done: list[str] = []
    visitors = []
    for name in ("first", "second", "third"):
        visitors.append(Visitor(queue, done, name))
        (visitors[-1].works if name == "first" else visitors[-1].waits).wait()
    first, second, third = visitors
    assert second.told[0] == 1 and third.told[0] == 2
    assert not second.works.is_set() and not third.works.is_set()
    third.let_go.set()
    first.let_go.set()
    second.works.wait()
    third.hears(1)
    assert not third.works.is_set()
    second.let_go.set()
    for visitor in visitors:
        visitor.thread.join()
    assert done == ["first", "second", "third"]


def test_one_who_leaves_while_waiting_leaves_the_queue(queue: Queue) -> None:
    done: list[str] = []
    first = Visitor(queue, done, "first")
    first.works.wait()
    second = Visitor(queue, done, "second", leaves=True)
    second.waits.wait()
    third = Visitor(queue, done, "third")
    third.waits.wait()
    second.let_go.set()
    second.thread.join()
    assert done == ["second left"] and len(queue) == 2
    first.let_go.set()
    third.let_go.set()
    third.thread.join()
    assert done == ["second left", "first", "third"]


@pytest.mark.parametrize("error", [ValueError, SystemExit, KeyboardInterrupt])
def test_work_that_fails_lets_the_next_one_in(queue: Queue, error: Callable[[], BaseException]) -> None:
    with pytest.raises(error), queue.turn():
        raise error
    with queue.turn(waiting=pytest.fail):
        assert len(queue) == 1
