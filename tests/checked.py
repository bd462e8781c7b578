"""The types and shapes of every call into `transformer` and `formulas`, checked in less time than jaxtyping takes.

`--jaxtyping-packages` in pyproject.toml puts `@jaxtyping.jaxtyped(typechecker=...)` on every function of these
packages. That of jaxtyping 0.3 binds the arguments to report an error more fully, and checks them twice. Here they are
checked once, within a context of jaxtyping, in which a name of an axis stands for one size.
"""

import functools
import inspect
from collections.abc import Callable
from typing import Any

import jaxtyping

_context = functools.partial(jaxtyping.jaxtyped, "context")


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
    typed = typechecker(checked)

    @functools.wraps(checked)
    def called(*arguments: Any, **named: Any) -> Any:
        if jaxtyping.config.jaxtyping_disable:
            return checked(*arguments, **named)
        with _context():
            return typed(*arguments, **named)

    return called
