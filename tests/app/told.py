"""A message of the browser, for tests of what hears it."""

from typing import Any


def told(number: int, value: object) -> dict[str, Any]:
    """A message as line.js tells it the first time."""
    return {"number": number, "times": 1, "value": value}
