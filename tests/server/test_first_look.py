"""The style is in the first bytes of every page, and in nothing else."""

from html import escape

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from headlight.app import streamlit_private
from headlight.server.first_look import FirstLook

ACCEPT = {"Accept": "text/html,*/*", "Accept-Encoding": "gzip", "If-None-Match": '"as-it-was"'}
TITLE, SLIDE = ".st-key-page h1 { font-size: var(--type-title);", "<style data-slide>"


async def page(request: Request) -> Response:
    known = "if-none-match" in request.headers
    headers = {"ETag": '"as-it-was"', "Cache-Control": "no-cache"}
    return Response(status_code=304) if known else HTMLResponse(streamlit_private.page(), headers=headers)


async def other(_request: Request) -> Response:
    return HTMLResponse("<body>a class</body>")


async def words(_request: Request) -> Response:
    return PlainTextResponse('id="root" </body>')


@pytest.fixture
def client() -> TestClient:
    routes = [Route("/", page), Route("/class", other), Route("/words", words), Route("/bear/nowhere", page)]
    return TestClient(FirstLook(Starlette(routes=routes)))


def test_a_page_comes_with_its_style_whatever_the_browser_kept(client: TestClient) -> None:
    answer = client.get("/", headers=ACCEPT)
    assert answer.status_code == 200 and "etag" not in answer.headers
    before, style, after = answer.text.rpartition("<style>")
    assert 'id="root"' in before and style and TITLE in after, "after the styles that Streamlit puts into the head"
    assert answer.headers["cache-control"] == "no-cache"
    assert int(answer.headers["content-length"]) == len(answer.content)


@pytest.mark.parametrize(("query", "slide"), [("", False), ("?at=attention", False), ("?at=masking&present=1", True)])
def test_a_slide_comes_as_one(client: TestClient, query: str, slide: bool) -> None:
    assert (SLIDE in client.get(f"/{query}", headers=ACCEPT).text) is slide


def test_what_is_no_page_of_streamlits_stays_as_it_is(client: TestClient) -> None:
    assert client.get("/class", headers=ACCEPT).text == "<body>a class</body>"
    assert client.get("/words", headers=ACCEPT).text == 'id="root" </body>'
    assert client.get("/", headers={"Accept": "*/*"}).text == streamlit_private.page()
    nowhere = client.get("/bear/nowhere?text=a", headers=ACCEPT, follow_redirects=False)
    assert nowhere.headers["location"] == "../?at=bear%2Fnowhere&text=a", "where Streamlit would stay blank"


@pytest.mark.parametrize("accept", ["text/html,*/*", "*/*"])
def test_the_link_of_a_sentence_comes_with_its_preview_whatever_stands_in_it(client: TestClient, accept: str) -> None:
    hard = "</head><script>\"bear\" & 'dog' שלום"
    page = client.get("/", params={"text": hard}, headers={"Accept": accept}).text
    head = page.partition("</head>")[0]
    assert "<script>&" not in head and f'property="og:title" content="“{escape(hard)}”"' in head
    assert page.count("og:title") == 1 and "og:" not in client.get("/", headers=ACCEPT).text
    long = client.get("/", params={"text": "word " * 500}, headers=ACCEPT).text
    assert 'word …”"' in long and long.count("word") < 200, "as much of it as a preview shows"
