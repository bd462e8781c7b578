"""Views that have become part of another one: each old address, with its old keys, shows the pictures it showed."""

from urllib.parse import parse_qs, parse_qsl, urlsplit

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient
from streamlit.testing.v1 import AppTest

from headlight.frame.places import DROPPED
from headlight.server import moved
from tests.pages.screen import opened, payload

# By an address of each: the pictures that it had, and in the first of them what its keys chose.
SHOWED = {
    "embedding_map?text=bear": (("projection",), {"text": "bear"}),
    "embedding_map?text=bear&dimensions=3": (("side_1_2", "side_1_3", "side_2_3"), {"text": "bear"}),
    "one_hot?text=the+river+bank&centre=1": (
        ("word_product", "word_rows", "one_hot", "one_hot_distances", "word_cosines", "word_chips"),
        {"tokens": ["river"]},
    ),
    "shapes?text=bear&value_width=64": (("shapes", "classroom_x", "classroom_w", "classroom_q"), {"text": "bear"}),
    "linearity?text=bear+country&layer=2&token=0&share=1.5": (
        ("mixtures", "differences", "mixture_formula", "chips"),
        {"text": "bear country", "at": 1.5},
    ),
    "vanishing_gradient?text=bear+country&off_around=FFN&weight_size=1.2": (
        ("gradient_trained", "gradient_untrained", "chips"),
        {"text": "bear country"},
    ),
    "repeated": (("powers_lengths", "powers_angles", "powers_matrix", "verdict", "power_formula"), {"at": 30}),
    "repeated?steps=4&eigenvalue=1.2": (("powers_lengths", "powers_angles", "powers_matrix"), {"at": 4}),
}
# The same by what each was called on its page.
CALLED = {
    "embeddings?view=3-D+map&text=bear&dimensions=3": "embedding_map?text=bear&dimensions=3",
    "embeddings?view=Map+of+rows&text=bear": "embedding_map?text=bear",
    "embeddings?dimensions=3&text=bear": "embedding_map?text=bear&dimensions=3",
    "why_attention?view=Repeated+multiplication": "repeated",
    "why_attention?view=Repeated+multiplication&steps=4&eigenvalue=1.2": "repeated?steps=4&eigenvalue=1.2",
    "block?view=Vanishing+gradient&text=bear+country&off_around=FFN&weight_size=1.2": (
        "vanishing_gradient?text=bear+country&off_around=FFN&weight_size=1.2"
    ),
    "embeddings?view=One-hot&text=the+river+bank&centre=1": "one_hot?text=the+river+bank&centre=1",
    "attention?view=Array+shapes&text=bear&value_width=64": "shapes?text=bear&value_width=64",
    "attention?view=Shapes&text=bear": "shapes?text=bear&value_width=64",
    "block?part=What+bends&text=bear+country&layer=2&token=0&share=1.5": (
        "linearity?text=bear+country&layer=2&token=0&share=1.5"
    ),
    "block?view=Linear+or+not&text=bear+country&layer=2&token=0&share=1.5": (
        "linearity?text=bear+country&layer=2&token=0&share=1.5"
    ),
}


def followed(address: str) -> AppTest:
    """The page that a short address leads to."""
    client = TestClient(Starlette(routes=moved.routes()), follow_redirects=False)
    to = urlsplit(client.get(f"/{address}").headers["location"])
    keys = {key: values[0] if len(values) == 1 else values for key, values in parse_qs(to.query).items()}
    return opened(to.path.removeprefix("./"), **keys)


@pytest.mark.parametrize("address", SHOWED)
def test_the_address_of_a_dropped_view_shows_its_pictures(address: str) -> None:
    assert address.partition("?")[0] in DROPPED
    _shows(followed(address), *SHOWED[address])


@pytest.mark.parametrize("address", CALLED)
def test_what_a_dropped_view_was_called_on_its_page_shows_them_too(address: str) -> None:
    page, _, keys = address.partition("?")
    _shows(opened(page, **dict(parse_qsl(keys))), *SHOWED[CALLED[address]])


def _shows(page: AppTest, pictures: tuple[str, ...], chosen: dict[str, object]) -> None:
    shown = [payload(page, key) for key in pictures]
    assert {key: shown[0][key] for key in chosen} == chosen
