"""What long work asks between its steps: whether it is still wanted, and whose turn it is.

Nobody answers in a notebook or a test: the work goes on. On the page `heavy.py` answers for the visitor.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar

_stop_if_unwanted: ContextVar[Callable[[], None]] = ContextVar("ends work that nobody waits for", default=lambda: None)
_turn: ContextVar[Callable[[], AbstractContextManager[None]]] = ContextVar("waits for its turn", default=nullcontext)


def stop_if_unwanted() -> None:
    """End this work by an exception of whoever answers, where its visitor has moved on; for between two steps."""
    _stop_if_unwanted.get()()


def turn() -> AbstractContextManager[None]:
    """A context in which no other visitor's heavy work runs."""
    return _turn.get()()


@contextmanager
def answered_by(
    stop_if_unwanted: Callable[[], None], turn: Callable[[], AbstractContextManager[None]]
) -> Iterator[None]:
    """Inside the `with` block these two answer."""
    tokens = _stop_if_unwanted.set(stop_if_unwanted), _turn.set(turn)
    try:
        yield
    finally:
        _stop_if_unwanted.reset(tokens[0])
        _turn.reset(tokens[1])
