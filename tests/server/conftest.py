"""The routes of a class, before anybody came, and a room on them."""

from collections.abc import Iterator

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from headlight.rooms.limits import Door, Openings
from headlight.rooms.rooms import ROOMS
from headlight.server import classroom
from tests.server.asked_class import page


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch) -> Door:
    """Return the limits before anybody came: nothing has been counted yet."""
    new = Door()
    monkeypatch.setattr(classroom, "_door", new)
    monkeypatch.setattr(ROOMS, "_opened", Openings())
    return new


@pytest.fixture(scope="module")
def routes() -> Iterator[TestClient]:
    """The routes of a class, without a server."""
    with TestClient(Starlette(routes=classroom.routes()), base_url="http://localhost:8501") as asked:
        yield asked


@pytest.fixture
def client(routes: TestClient, door: Door) -> TestClient:
    """Asks the routes as a browser does that has kept nothing."""
    routes.cookies.clear()
    return routes


@pytest.fixture
def room(client: TestClient) -> Iterator[dict]:
    """Yield what a teacher is given."""
    opened = client.post("/class", json=page()).json()
    yield opened
    ROOMS.end(opened["code"])
