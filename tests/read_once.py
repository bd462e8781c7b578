"""A model that comes with the app, or as a package, is read once in a process: reading takes longer than most tests.

What is read is shared by threads in the app, so no test may write to it either; a folder of a test's own is read anew.
"""

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any

import transformer
from transformer.bundled import load as bundled
from transformer.bundled.folders import MODELS
from transformer.real import installed


def _once(module: Any, name: str, key: Callable[..., Hashable]) -> None:
    """Let what a function of the module gives be held by a key of its arguments; where that is None, by nobody."""
    function, held = getattr(module, name), dict[Hashable, Any]()

    @wraps(function)
    def asked(*arguments: Any, **named: Any) -> Any:
        of = key(*arguments, **named)
        if of is None:
            return function(*arguments, **named)
        if of not in held:
            held[of] = function(*arguments, **named)
        return held[of]

    setattr(module, name, asked)
    setattr(transformer, name, asked)


_once(bundled, "load", lambda name, folder=MODELS: name if folder is MODELS else None)
_once(
    installed,
    "open_installed",
    lambda name, max_tokens=installed.MAX_TOKENS: (name, max_tokens, installed.PACKAGES.get(name)),
)
