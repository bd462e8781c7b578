"""A clock for rooms and their caps, and a Redis."""

from collections.abc import Iterator

import pytest

from headlight.rooms import limits, shared
from headlight.server import replicas


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


@pytest.fixture(scope="module")
def redis_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Of a Redis that is started for these tests: the package brings its server."""
    server, address = replicas.start_redis(tmp_path_factory.mktemp("redis"))
    yield address
    server.terminate()
    server.wait()
