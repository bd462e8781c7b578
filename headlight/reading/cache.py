"""Computations done once and shared by all visitors: models, what is made of them, and texts read lately."""

import inspect
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from functools import partial, wraps
from itertools import takewhile
from typing import Any, Generic, ParamSpec, TypeVar, overload

P = ParamSpec("P")
Result = TypeVar("Result")


@overload
def cached(function: Callable[P, Result]) -> Callable[P, Result]: ...


@overload
def cached(*, most: int) -> Callable[[Callable[P, Result]], Callable[P, Result]]: ...


def cached(function: Callable[..., Any] | None = None, *, most: int | None = None) -> Callable[..., Any]:
    """A decorator: the function runs once for each combination of its arguments, whoever asks, and its result is held.

    Results are shared, so nobody may write to them. Arguments whose names begin with an underscore do not tell results
    apart. Of those who ask at the same time one computes and the others wait. An error is not held: the next one who
    asks tries again. With `most`, the results that were asked for longest ago are let go.

    Streamlit's own caches are emptied for everybody by a message that any visitor's browser can send.
    """
    if function is None:
        return partial(cached, most=most)
    signature = inspect.signature(function)
    all_tell = not any(name.startswith("_") for name in signature.parameters)

    def key_of(args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Hashable:
        if all_tell and not kwargs and len(args) == len(signature.parameters):
            return args
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        return tuple(value for name, value in bound.arguments.items() if not name.startswith("_"))

    results: OrderedDict[Hashable, Any] = OrderedDict()
    computing: dict[Hashable, threading.Lock] = {}
    lock = threading.Lock()

    @wraps(function)
    def from_cache(*args: Any, **kwargs: Any) -> Any:
        key = key_of(args, kwargs)
        with lock:
            if key in results:
                results.move_to_end(key)
                return results[key]
            only_one = computing.setdefault(key, threading.Lock())
        with only_one:
            with lock:
                if key in results:  # somebody else has computed it meanwhile
                    return results[key]
            try:
                result = function(*args, **kwargs)
                with lock:
                    results[key] = result
                    while most is not None and len(results) > most:
                        results.popitem(last=False)
            finally:
                with lock:
                    computing.pop(key, None)
        return result

    return from_cache


class LastTexts(Generic[Result]):
    """A cache of (reader, text) to result, searchable by the longest common beginning."""

    def __init__(self, most: int) -> None:
        self._most, self._lock = most, threading.Lock()
        self._results: OrderedDict[tuple[str, str], Result] = OrderedDict()

    def of(self, reader: str, text: str) -> Result | None:
        """Return the result for this text; None where it was not kept."""
        with self._lock:
            if (reader, text) in self._results:
                self._results.move_to_end((reader, text))
            return self._results.get((reader, text))

    def begun_alike(self, reader: str, text: str) -> Result | None:
        """Return the kept result whose text shares the longest beginning with this one, of several the last used.

        None if no text begins with the same letter.
        """
        longest, result = 0, None
        with self._lock:
            for (name, read), result_of_text in reversed(self._results.items()):
                if longest == len(text):
                    break
                if name == reader and read.startswith(text[: longest + 1]):  # it shares more than those before
                    longest, result = _alike(read, text), result_of_text
        return result

    def keep(self, reader: str, text: str, result: Result) -> None:
        """Keep a result, and let go of those that were asked for longest ago."""
        with self._lock:
            self._results[reader, text] = result
            self._results.move_to_end((reader, text))
            while len(self._results) > self._most:
                self._results.popitem(last=False)


def _alike(text: str, other_text: str) -> int:
    """How many letters both begin with."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(text, other_text, strict=False)))
