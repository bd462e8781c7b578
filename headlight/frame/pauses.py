"""What long work asks between its steps: whether it is still wanted, whose turn it is; and how far it says it is.

Nobody answers in a notebook or a test: the work goes on. On the page `heavy.py` answers for the visitor.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from typing import Generic, TypeVar

_stop_if_unwanted: ContextVar[Callable[[], None]] = ContextVar("ends work that nobody waits for", default=lambda: None)
_slot: ContextVar[Callable[[], AbstractContextManager[None]]] = ContextVar("waits for its turn", default=nullcontext)
_tell: ContextVar[Callable[[float, str], None]] = ContextVar("says how far work is", default=lambda share, work: None)


Result = TypeVar("Result")
_comes_again: ContextVar[Callable[[], bool]] = ContextVar("whether what is drawn is drawn again", default=lambda: False)
_SLICE = 0.3  # seconds of work between two pictures


class Growing(Generic[Result]):
    """A result that comes in steps, shared by all who ask: whoever draws it goes on with it where it has come to."""

    def __init__(self, steps: Iterator[Result], whole: Callable[[Result], bool]) -> None:
        self._steps, self._is_whole, self._alone = steps, whole, threading.Lock()
        self._found = next(steps)

    def latest(self) -> tuple[Result, bool]:
        """The result, and whether it is whole.

        On a page it goes on for a moment, and the page draws it again at once; elsewhere it is always whole.
        """
        with self._alone:
            begun = time.monotonic()
            while not (whole := self._is_whole(self._found)):
                stop_if_unwanted()
                if time.monotonic() - begun > _SLICE and _comes_again.get()():
                    break
                self._found = next(self._steps)
            return self._found, whole


def step(share: float, work: str) -> None:
    """Say how far this `work` is, 1 for done, and end it as `stop_if_unwanted` does; for between two steps."""
    stop_if_unwanted()
    _tell.get()(share, work)


def stop_if_unwanted() -> None:
    """End this work by an exception of whoever answers, where its visitor has moved on; for between two steps."""
    _stop_if_unwanted.get()()


def slot() -> AbstractContextManager[None]:
    """A context in which no other visitor's heavy work runs."""
    return _slot.get()()


@contextmanager
def answered_by(
    stop_if_unwanted: Callable[[], None],
    slot: Callable[[], AbstractContextManager[None]],
    tell: Callable[[float, str], None],
    comes_again: Callable[[], bool] = lambda: False,
) -> Iterator[None]:
    """Inside the `with` block these answer."""
    tokens = _stop_if_unwanted.set(stop_if_unwanted), _slot.set(slot), _tell.set(tell)
    again = _comes_again.set(comes_again)
    try:
        yield
    finally:
        _stop_if_unwanted.reset(tokens[0])
        _slot.reset(tokens[1])
        _tell.reset(tokens[2])
        _comes_again.reset(again)
