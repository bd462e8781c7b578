"""A table of which one test asks each row: a test of its own would take longer than a row does."""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import pytest


def in_turn(name: str, rows: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Let the test ask each row, as its argument of this name, and say of all that fail what they are."""
    rows = list(rows)

    def of(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def asked(**given: Any) -> None:
            failed: dict[str, BaseException] = {}
            for row in rows:
                try:
                    test(**given, **{name: row})
                except (Exception, pytest.fail.Exception) as error:
                    failed[f"{name} {row!r}"] = error
            if failed:
                said = "\n".join(f"{which}: {error}" for which, error in failed.items())
                raise AssertionError(f"{len(failed)} of {len(rows)} fail\n{said}") from next(iter(failed.values()))

        of_test = inspect.signature(test)
        others = [each for each in of_test.parameters.values() if each.name != name]
        asked.__signature__ = of_test.replace(parameters=others)  # type: ignore[attr-defined]
        return asked

    return of
