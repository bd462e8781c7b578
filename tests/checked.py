"""The types and shapes of every call into `transformer` and `formulas`, checked in less time than jaxtyping takes.

`--jaxtyping-packages` in pyproject.toml puts `@jaxtyping.jaxtyped(typechecker=...)` on every function of these
packages. That of jaxtyping 0.3 binds the arguments to report an error more fully, and checks them twice. Here they are
checked once, within a context of jaxtyping, in which a name of an axis stands for one size. Most calls are like one
before: where arguments and answer are of the same classes, shapes and kinds of number, what held then holds again.
"""

import functools
import inspect
import threading
from collections.abc import Callable, Collection
from typing import Any

import jaxtyping
import numpy as np
import torch

_context = functools.partial(jaxtyping.jaxtyped, "context")
_LONGEST = 40  # text, and collections, of which more than the class is looked at


def check_each_call_once() -> None:
    """From now on modules are imported with this check; called before the first of them is."""
    jaxtyping.jaxtyped = jaxtyped


def jaxtyped(checked: Any = None, *, typechecker: Callable[[Callable], Callable]) -> Any:
    """A function, or a dataclass and what it is made of, that raises where an annotation does not hold."""
    if checked is None:
        return functools.partial(jaxtyped, typechecker=typechecker)
    if inspect.isclass(checked):
        if "__dataclass_fields__" in vars(checked):
            checked.__init__ = jaxtyped(checked.__init__, typechecker=typechecker)
        return checked
    if "_getframe" in checked.__code__.co_names:  # it asks who called it, and would find this check
        return checked
    known: _Check | None = None

    @functools.wraps(checked)
    def called(*arguments: Any, **named: Any) -> Any:
        nonlocal known
        if jaxtyping.config.jaxtyping_disable:
            return checked(*arguments, **named)
        if known is None:  # most functions that a process imports it never calls
            known = _CHECKS.get(id(checked.__code__)) or _CHECKS.setdefault(
                id(checked.__code__), _Check(checked, typechecker)
            )
        return known(checked, arguments, named)

    return called


class _Check:
    """The check of a function, or of all that are made of one definition within another: a check is slow to make."""

    def __init__(self, checked: Callable, typechecker: Callable[[Callable], Callable]) -> None:
        self._passed: dict[Any, set[Any]] = {}  # the kinds of the answers, by those of the arguments
        self._now = threading.local()  # the function that is called, and the answer that one gave
        self._shapes = "jaxtyping." in repr(checked.__annotations__)
        self._typed = checked
        # A generator's arguments beartype checks late, by the sizes of whoever goes through it: here when it is made.
        if "<locals>" in checked.__qualname__ or inspect.isgeneratorfunction(checked):
            self._typed = functools.wraps(checked)(lambda *given, **named: self._now.called(*given, **named))
        self._typed = typechecker(self._typed)
        self._answering = functools.cache(
            lambda: typechecker(functools.wraps(checked)(lambda *_, **__: self._now.answer))
        )

    def __call__(self, checked: Callable, arguments: tuple, named: dict[str, Any]) -> Any:
        if not self._shapes:
            self._now.called = checked
            return self._typed(*arguments, **named)
        asked = _kinds(*arguments, *named, *named.values())
        answers = self._passed.get(asked)
        if answers is None:  # with the names of axes bound anew for each call
            with _context():
                self._now.called = checked
                answer = self._typed(*arguments, **named)
        else:
            answer = checked(*arguments, **named)
            if _kinds(answer) in answers:
                return answer
            with _context():
                self._now.answer = answer
                self._answering()(*arguments, **named)
        told = _kinds(answer)
        if asked is not None and told is not None:
            self._passed.setdefault(asked, set()).add(told)
        return answer


_CHECKS: dict[int, _Check] = {}  # by the code, of which a definition has one, and which may equal that of another


def _kinds(*several: Any) -> Any:
    """All by which annotations can tell these objects from others; None where they look further."""
    try:
        return tuple([_KINDS[type(one)](one) for one in several])
    except _LooksFurtherError:
        return None


class _LooksFurtherError(Exception):
    pass


def _of_members(several: Collection) -> Any:
    if len(several) > _LONGEST:
        raise _LooksFurtherError
    return type(several), *[_KINDS[type(one)](one) for one in several]


def _raise(_: Any) -> None:
    raise _LooksFurtherError


class _Kinds(dict[type, Callable[[Any], Any]]):
    """The kind of an object, told by its class: of most the class alone."""

    def __missing__(self, of: type) -> Callable[[Any], Any]:
        if issubclass(of, (torch.Tensor, np.ndarray)):
            found: Callable[[Any], Any] = lambda one: (of, one.shape, one.dtype)  # noqa: E731
        elif issubclass(of, Collection):
            found = _raise
        else:
            found = lambda _: of  # noqa: E731
        return self.setdefault(of, found)


_KINDS = _Kinds(
    {
        str: lambda one: one if len(one) <= _LONGEST else str,  # one of a few literals
        bytes: lambda _: bytes,
        dict: lambda one: (dict, _of_members(one.keys()), _of_members(one.values())),
        **dict.fromkeys((tuple, list, set, frozenset), _of_members),
        type: _raise,
    }
)
