"""A queue for work that takes seconds: one visitor is served at a time, in the order of asking."""

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Queue:
    """Who works and who waits, the one who works first. Safe to share between threads."""

    def __init__(self) -> None:
        self._line: deque[object] = deque()
        self._moved = threading.Condition()

    @contextmanager
    def slot(self, waiting: Callable[[int], object], *, every: float = 0.3) -> Iterator[None]:
        """Wait until nobody is before this thread, and let the next one in when the block ends, however it ends.

        Args:
            waiting: told how many are before this one, whenever somebody is done, and every so many seconds. What it
                raises ends the waiting: so somebody who has left leaves the queue too.
            every: seconds.
        """
        ticket = object()
        with self._moved:
            self._line.append(ticket)
        try:
            while before := self._before(ticket):
                waiting(before)
                with self._moved:
                    self._moved.wait_for(lambda: self._line.index(ticket) < before, every)
            yield
        finally:
            with self._moved:
                self._line.remove(ticket)
                self._moved.notify_all()

    def __len__(self) -> int:
        """How many work and wait."""
        return len(self._line)

    def _before(self, ticket: object) -> int:
        with self._moved:
            return self._line.index(ticket)
