"""The picture of a link: it shows a sentence, whatever is written there, and is refused where nothing can be drawn."""

import io
import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import urlsplit

import numpy as np
import pytest
from anyio import CapacityLimiter
from PIL import Image
from starlette.applications import Starlette
from starlette.responses import HTMLResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from headlight.app import queue, streamlit_private
from headlight.rooms.limits import CARDS, Buckets, Rate
from headlight.server import card, card_drawn
from headlight.server.card_drawn import SIZE, has_letters
from headlight.server.first_look import FirstLook

GROUND, ACCENT, BAR = (0xFB, 0xFA, 0xF6), (0x9E, 0x4F, 0x04), (0x33, 0x36, 0x3F)
LISA = "Tom and Lisa went to the park. Tom gave the ball to"
LONG = "The old man, who couldn't “see”, told us (it's naïve!) über-kind stories… " * 4


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """Somebody who makes previews, and asks for the first time."""
    monkeypatch.setattr(card, "_by_address", Buckets(CARDS))
    monkeypatch.setattr(card, "_turns", CapacityLimiter(2))  # of the loop of this test
    page = Route("/", lambda _: HTMLResponse(streamlit_private.page()))
    with TestClient(FirstLook(Starlette(routes=[page, *card.routes()]))) as client:
        yield client


def pixels(content: bytes) -> np.ndarray:
    with Image.open(io.BytesIO(content)) as image:
        assert (image.format, image.size) == ("PNG", SIZE)
        return np.asarray(image.convert("RGB")).astype(int)


def of(drawn: np.ndarray, colour: tuple[int, int, int]) -> np.ndarray:
    return np.abs(drawn - colour).sum(2) < 12


def head(client: TestClient, **keys: str) -> dict[str, str]:
    page = client.get("/", params=keys).text.partition("</head>")[0]
    found = re.findall(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)">', page)
    return {name: unescape(value) for name, value in found}


def test_a_link_of_a_sentence_names_its_picture_which_shows_its_ribbon_and_bars(client: TestClient) -> None:
    said = head(client, text=LISA)
    assert (said["og:image:width"], said["og:image:height"]) == ("1200", "630") and said["og:image:alt"]
    assert said["twitter:card"] == "summary_large_image" and said["og:title"] == f"“{LISA}”"
    path = urlsplit(said["og:image"])
    assert (path.scheme, path.netloc, path.path) == ("http", "testserver", "/card.png")
    answer = client.get(f"{path.path}?{path.query}")
    assert answer.headers["content-type"] == "image/png" and "max-age" in answer.headers["cache-control"]
    drawn = pixels(answer.content)
    assert tuple(drawn[0, 0]) == tuple(drawn[-1, -1]) == GROUND
    ribbon = of(drawn[:250], ACCENT)
    columns = np.flatnonzero(ribbon.any(0))
    assert ribbon.sum() > 10_000 and columns.min() < 300 and columns.max() > 1000, "from the last word to Lisa"
    bars = of(drawn[430:], BAR).sum(1)
    assert 500 < bars.max() < 560, "68 % of 780 pixels"


def test_what_is_chosen_in_a_link_is_in_its_picture_and_another_view_shows_its_sentence_alone(
    client: TestClient,
) -> None:
    keys = {"text": LISA, "layer": "3", "head": "1", "query": "4", "question": "1"}
    chosen = head(client, **keys)["og:image"]
    assert "layer=3&head=1&query=4" in chosen and "question" not in chosen
    plain = head(client, at="attention", **keys)["og:image"]
    assert "layer" not in plain
    assert (
        client.get(chosen).content
        != client.get(plain).content
        == client.get("/card.png", params={"text": LISA}).content
    )


@pytest.mark.parametrize(
    "text",
    [
        "I",
        ".",
        '<b>&amp;</b> "x" ]]> \'',
        LONG,
        "w" * 300,
        "bear " * 120,
        "a  b",
        "naïve Ωμέγα мишка ½ — …",
        "%00&x=1#?",
    ],
)
def test_any_text_is_drawn_inside_its_margins(client: TestClient, text: str) -> None:
    drawn = pixels(client.get(head(client, text=text)["og:image"]).content)
    assert (of(drawn[:, :40], GROUND)).all() and (of(drawn[:, -40:], GROUND)).all()
    assert not of(drawn[560:], GROUND).all() and not of(drawn[:400], GROUND).all()


@pytest.mark.parametrize("text", ["", "   ", "🐻 bear", "שלום", "熊", "a\x01b"])
def test_there_is_no_picture_of_what_its_type_cannot_write(client: TestClient, text: str) -> None:
    assert not has_letters(text) or not text.strip()
    assert "og:image" not in head(client, text=text)
    answer = client.get("/card.png", params={"text": text})
    assert answer.status_code == 404 and answer.text.endswith(".")
    assert client.get("/card.png").status_code == 404


def test_who_asks_for_too_many_is_refused_and_nobody_waits_for_a_picture(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(card, "_by_address", Buckets(Rate(at_once=2, a_second=1e-9)))
    assert [client.get("/card.png", params={"text": LISA}).status_code for _ in range(3)] == [200, 200, 429]
    monkeypatch.setattr(card, "_by_address", Buckets(CARDS))
    monkeypatch.setattr(queue.RUNS, "wait", lambda: 6.0)
    answer = client.get("/card.png", params={"text": LISA})
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "10")


def test_a_sentence_has_two_lines_at_most_and_says_where_more_is_left_out() -> None:
    for count in range(1, 60):
        words = " ".join(f"word{number}" for number in range(count))
        lines = card_drawn._wrapped(words)
        assert all(card_drawn._wide(line, card_drawn._SAYS) <= card_drawn._ACROSS + 30 for line in lines)
        shown = " ".join(lines)
        assert shown == words or (shown.endswith(" …") and words.startswith(shown.removesuffix(" …")))


@pytest.mark.faulty
def test_what_goes_wrong_is_a_sentence(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> bytes:
        raise OSError("no such file")

    monkeypatch.setattr(card, "_drawn", broken)
    answer = client.get("/card.png", params={"text": LISA})
    assert answer.status_code == 503 and "no such file" not in answer.text and answer.text.endswith(".")
