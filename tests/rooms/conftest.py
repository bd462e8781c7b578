"""A clock for rooms and their caps."""

import pytest

from headlight.rooms import limits, shared


class Clock:
    """A clock that stands until it is moved on."""

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
