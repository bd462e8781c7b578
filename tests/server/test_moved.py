"""Old addresses lead to where their page is now, with their settings by today's names."""

from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from server import moved

# Each page as it was once named in the address, the page that has it now, and the view there.
ONCE = {
    "overview": ("all_heads", None),
    "word_vectors": ("embeddings", "Word vectors"),
    "contextual": ("embeddings", "In context"),
    "position_twins": ("positions", "Four twins"),
    "by_hand": ("attention", "By hand"),
    "mask_switchboard": ("masking", "Switchboard"),
    "scaling_lab": ("scaling", "Laboratory"),
    "decoding": ("translate", "Step by step"),
    "encoder_decoder": ("translate", "Two stacks"),
    "recurrence": ("why_attention", None),
    "scoring": ("why_attention", "Additive or dot product"),
    "dense": ("why_attention", "Dense layer"),
}


@pytest.fixture(scope="module")
def client() -> TestClient:
    return TestClient(Starlette(routes=moved.routes()), follow_redirects=False)


@pytest.mark.parametrize("name", ONCE)
def test_an_old_address_leads_to_its_page_and_view_with_its_settings(client: TestClient, name: str) -> None:
    page, view = ONCE[name]
    answer = client.get(f"/{name}", params={"text": "a & b", "silenced": ["1.1", "2.2"]})
    assert answer.status_code == 307
    to = urlsplit(answer.headers["location"])
    assert to.path == f"./{page}"
    asked = {"text": ["a & b"], "silenced": ["1.1", "2.2"]}
    assert parse_qs(to.query) == asked | ({"view": [view]} if view else {})


def test_keys_that_had_another_name_get_the_name_of_today(client: TestClient) -> None:
    found = client.get("/word_vectors?window=3").headers["location"]
    assert parse_qs(urlsplit(found).query) == {"words_around": ["3"], "view": ["Word vectors"]}
    found = client.get("/decoding?width=4").headers["location"]
    assert parse_qs(urlsplit(found).query) == {"beam_width": ["4"], "view": ["Step by step"]}


def test_the_start_is_the_root(client: TestClient) -> None:
    assert client.get("/start").headers["location"] == "./"
