"""Old addresses lead to where their page is now, with their settings by today's names."""

from urllib.parse import parse_qs, urlsplit

import pytest
from headlight.frame.older import OLDER, Older
from starlette.applications import Starlette
from starlette.testclient import TestClient

from headlight.server import moved

# Each page as it was once named in the address, the page that has it now, and the view there.
ONCE = {
    "overview": ("all_heads", None),
    "word_vectors": ("embeddings", "Word vectors"),
    "contextual": ("embeddings", "In context"),
    "movers": ("embeddings", "In context"),
    "position_twins": ("positions", "Four twins"),
    "by_hand": ("attention", "By hand"),
    "mask_switchboard": ("masking", None),
    "sizes": ("heads", None),
    "scaling_lab": ("scaling", "Laboratory"),
    "decoding": ("translate", "Step by step"),
    "encoder_decoder": ("translate", "Two stacks"),
    "recurrence": ("why_attention", None),
    "gradients": ("why_attention", "Fading gradients"),
    "one_vector": ("translate", "Four translators"),
    "cross_heads": ("translate", None),
    "translators": ("translate", "Four translators"),
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
    asked |= {key: [value] for key, value in OLDER.get(name, Older()).meant.items()}
    assert parse_qs(to.query) == asked | ({"view": [view]} if view else {})


def test_keys_that_had_another_name_get_the_name_of_today(client: TestClient) -> None:
    found = client.get("/word_vectors?window=3").headers["location"]
    assert parse_qs(urlsplit(found).query) == {"words_around": ["3"], "view": ["Word vectors"]}
    found = client.get("/decoding?width=4").headers["location"]
    assert parse_qs(urlsplit(found).query) == {"beam_width": ["4"], "view": ["Step by step"]}


@pytest.mark.parametrize(
    ("old", "view"),
    [
        ("word_vectors?first=paris", "king - man + woman"),
        ("word_vectors?left_out=false", "king - man + woman"),
        ("position_twins?start=9", "Beyond the training"),
        ("position_twins?twin=rotary", "Four twins"),
        ("position_twins?shuffle=9", "Four twins"),
    ],
)
def test_a_dial_that_stands_in_a_view_of_its_own_opens_that_one(client: TestClient, old: str, view: str) -> None:
    assert parse_qs(urlsplit(client.get(f"/{old}").headers["location"]).query)["view"] == [view]


def test_the_start_is_the_root(client: TestClient) -> None:
    assert client.get("/start").headers["location"] == "./"


@pytest.mark.parametrize(
    ("old", "now"),
    [
        ("plain_number?text=bear", "positions?text=bear&view=Waves"),
        ("told_positions?twin=rotary", "positions?twin=rotary&arithmetic=true&view=Four twins"),
        ("by_hand?looked_up=Oliver", "attention?looked_up=Oliver&view=Soft dictionary"),
        ("by_hand?vectors=embedded&one_of_four=2", "attention?vectors=embedded&one_of_four=2&view=Four words"),
        ("mask_switchboard?letters=abc", "masking?letters=abc&view=A model that cheats"),
        ("scaling_lab?score_multiplier=5.0&divide_by_root=false", "scaling?multiplier=5.0&scaled=false"),
        ("scaling_lab?output_temperature=2.0", "scaling?output_temperature=2.0&view=Two temperatures"),
        ("scaling_lab?d_k=512", "scaling?d_k=512&softmax_of=random keys&view=Laboratory"),
        ("recurrence?radius=0.9&text=bear", "why_attention?radius=0.9&text=bear&view=Fading gradients"),
        ("scaling_lab?softmax_of=x&vector_multiplier=5.0", "scaling?softmax_of=x&multiplier=5.0&view=Laboratory"),
    ],
)  # fmt: skip
def test_a_control_that_has_gone_to_another_view_is_found_there(client: TestClient, old: str, now: str) -> None:
    to, expected = urlsplit(client.get(f"/{old}").headers["location"]), urlsplit(f"./{now}")
    assert (to.path, parse_qs(to.query)) == (expected.path, parse_qs(expected.query))
