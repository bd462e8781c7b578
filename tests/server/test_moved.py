"""An address with the name of a view as its path leads to the one page, with its keys."""

from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from headlight.server import moved
from headlight.state.places import PAGES
from tests.in_turn import in_turn

VIEWS = [view for page in PAGES.values() for view in page.views]


@pytest.fixture(scope="module")
def client() -> TestClient:
    return TestClient(Starlette(routes=moved.routes()), follow_redirects=False)


@in_turn("name", VIEWS)
def test_a_name_leads_to_its_view_with_its_settings(client: TestClient, name: str) -> None:
    answer = client.get(f"/{name}", params={"text": "a & b", "silenced": ["1.1", "2.2"]})
    assert answer.status_code == 307
    to = urlsplit(answer.headers["location"])
    assert to.path == "./"
    keys = {"text": ["a & b"], "silenced": ["1.1", "2.2"]} | ({} if name == "start" else {"at": [name]})
    assert parse_qs(to.query) == keys


def test_the_start_is_the_root(client: TestClient) -> None:
    assert client.get("/start").headers["location"] == "./"
