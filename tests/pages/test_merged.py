"""A view that became part of another: its old addresses, by its short name and by its tab, show what they showed."""

from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient
from streamlit.testing.v1 import AppTest

from headlight.server import moved
from tests.draw import draw
from tests.pages import screen
from tests.pages.screen import payload
from tests.real_models import NAME

SERVER = TestClient(Starlette(routes=moved.routes()), follow_redirects=False)


def led(address: str) -> AppTest:
    """The page that an address leads to, by way of the server where it is the short one of a view."""
    to = urlsplit(SERVER.get(address).headers.get("location", "") or address)
    page = screen.run(to.path.rpartition("/")[2], parse_qs(to.query))
    assert not page.exception and not page.error
    return page


@pytest.mark.parametrize("address", ["/kinds_of_text?text=bear", "/tokens?view=Kinds+of+text&text=bear"])
def test_kinds_of_text_stand_under_the_arithmetic_of_tokens(address: str) -> None:
    page = led(address)
    assert payload(page, "characters_per_token")["bars"][0]["label"] == "Your sentence: bear"
    assert [piece["text"] for piece in payload(page, "cut_2")["tokens"]] == ["␣pre", "judice"]


def test_kinds_of_text_are_cut_by_the_chosen_model() -> None:
    drawn = draw("tokens", text="bear country", model=NAME, deeper=True)
    own = drawn.payload("characters_per_token")["bars"][0]
    assert own["value"] == len("bear country") / len(drawn.state.trace().tokens) and "cut_0" not in drawn.keys
