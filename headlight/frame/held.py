"""What is computed once and shared by all visitors: models, and what is made of them."""

import inspect
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import partial, wraps
from typing import Any, ParamSpec, TypeVar, overload

Given = ParamSpec("Given")
Result = TypeVar("Result")


@overload
def held(function: Callable[Given, Result]) -> Callable[Given, Result]: ...


@overload
def held(*, most: int) -> Callable[[Callable[Given, Result]], Callable[Given, Result]]: ...


def held(function: Callable[..., Any] | None = None, *, most: int | None = None) -> Callable[..., Any]:
    """A decorator: the function runs once for each combination of its arguments, whoever asks, and its result is held.

    Results are shared, so nobody may write to them. Arguments whose names begin with an underscore do not tell results
    apart. Of those who ask at the same time one computes and the others wait. An error is not held: the next one who
    asks tries again. With `most`, the results that were asked for longest ago are let go.

    Streamlit's own caches are emptied for everybody by a message that any visitor's browser can send.
    """
    if function is None:
        return partial(_held, most=most)
    return _held(function, most)


def _held(function: Callable[Given, Result], most: int | None) -> Callable[Given, Result]:
    signature = inspect.signature(function)
    results: OrderedDict[Hashable, Result] = OrderedDict()
    computing: dict[Hashable, threading.Lock] = {}
    lock = threading.Lock()

    @wraps(function)
    def asked(*args: Given.args, **kwargs: Given.kwargs) -> Result:
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        key = tuple(value for name, value in bound.arguments.items() if not name.startswith("_"))
        with lock:
            if key in results:
                results.move_to_end(key)
                return results[key]
            alone = computing.setdefault(key, threading.Lock())
        with alone:
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

    return asked
