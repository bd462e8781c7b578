"""What long work asks between its steps: whether it is still wanted, whose turn it is; and how far it says it is.

Nobody answers in a notebook or a test: the work goes on. On the page `heavy.py` answers for the visitor.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar

_stop_if_unwanted: ContextVar[Callable[[], None]] = ContextVar("ends work that nobody waits for", default=lambda: None)
_slot: ContextVar[Callable[[], AbstractContextManager[None]]] = ContextVar("waits for its turn", default=nullcontext)
_tell: ContextVar[Callable[[float, str], None]] = ContextVar("says how far work is", default=lambda share, work: None)


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
) -> Iterator[None]:
    """Inside the `with` block these answer."""
    tokens = _stop_if_unwanted.set(stop_if_unwanted), _slot.set(slot), _tell.set(tell)
    try:
        yield
    finally:
        _stop_if_unwanted.reset(tokens[0])
        _slot.reset(tokens[1])
        _tell.reset(tokens[2])
