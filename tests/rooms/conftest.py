"""A clock that the tests of rooms and their caps move on."""

import pytest

from headlight.rooms import limits, shared


class Clock:
    """It stands until it is moved on."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The one that rooms and their caps read."""
    stands = Clock()
    for module in (limits, shared):
        monkeypatch.setattr(module, "monotonic", stands)
    return stands
