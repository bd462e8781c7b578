"""Questions of long work between its steps: whether it is still wanted, and whose turn it is; and how far it is.

Nobody answers in a notebook or a test: the work goes on. On the page `app/queue.py` answers for the visitor.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from typing import Generic, TypeVar

Result = TypeVar("Result")
_SLICE = 0.3  # seconds of work between two pictures


class Host:
    """The host of long work, which answers its questions. This one is a null host: the work runs to its end."""

    visitor = ""  # whose pages it is; what one of them was shown last is nobody else's

    def stop_if_unwanted(self) -> None:
        """End the work by an exception where it is no longer wanted."""

    def slot(self) -> AbstractContextManager[None]:
        """A context in which no other visitor's heavy work runs."""
        return nullcontext()

    def tell(self, share: float, work: str) -> None:
        """Be told how far this work is, 1 for done."""

    def will_redraw(self) -> bool:
        """Return whether the caller will be drawn again, and may hand over what it has so far."""
        return False

    def is_typing(self) -> bool:
        """Return whether the visitor typed just now, or another one waits; if so, the caller is drawn again later."""
        return False

    def is_resting(self) -> bool:
        """Return whether the visitor reads what is shown, and no other visitor waits for a turn.

        A visitor reads once the last letter is longer ago than a pause. If not, the caller is drawn again later.
        """
        return True

    def is_ready(self, ready: bool) -> bool:
        """Return whether to go on: it is `ready`, or the caller may wait; if not, the caller is drawn again soon."""
        return True


_NO_VISITOR = Host()
_host: ContextVar[Host] = ContextVar("whom long work asks", default=_NO_VISITOR)


class _InOneGo(Host):
    """Asks another host whether the work is still wanted, and never leaves any of it to another time."""

    def __init__(self, host: Host) -> None:
        self.stop_if_unwanted, self.slot, self.tell = host.stop_if_unwanted, host.slot, host.tell


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
                if time.monotonic() - begun > _SLICE and _host.get().will_redraw():
                    break
                self._found = next(self._steps)
            return self._found, whole


def step(share: float, work: str) -> None:
    """Say how far this `work` is, 1 for done, and end it as `stop_if_unwanted` does; for between two steps."""
    stop_if_unwanted()
    _host.get().tell(share, work)


def stop_if_unwanted() -> None:
    """End this work by an exception of whoever answers, where its visitor has moved on; for between two steps."""
    _host.get().stop_if_unwanted()


def typing() -> bool:
    """Return whether the visitor typed just now or another one waits: leave what can wait to a later drawing."""
    return _host.get().is_typing()


def resting() -> bool:
    """Return whether the visitor reads and no other one waits: leave what would make a pause long to that time."""
    return _host.get().is_resting()


def ready(ready: bool) -> bool:
    """Return whether to use something: a page is drawn without it until it is `ready`, a notebook waits for it."""
    return _host.get().is_ready(ready)


def visitor() -> str:
    """Whose page is drawn; "" for nobody's."""
    return _host.get().visitor


def slot() -> AbstractContextManager[None]:
    """A context in which no other visitor's heavy work runs."""
    return _host.get().slot()


@contextmanager
def use_host(host: Host) -> Iterator[None]:
    """Let long work inside the `with` block ask this host."""
    token = _host.set(host)
    try:
        yield
    finally:
        _host.reset(token)


@contextmanager
def in_one_go() -> Iterator[None]:
    """Leave nothing inside the `with` block to a pause or to another time: for what is kept for others."""
    with use_host(_InOneGo(_host.get())):
        yield
