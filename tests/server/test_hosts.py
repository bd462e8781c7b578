"""A real server answers under its own names alone, whatever is asked for; a shared one under the computer's too."""

import json
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket

from benchmarks.replicas import say
from headlight.server import guard, hosts
from tests.in_turn import in_turn
from tests.server.asked_host import STREAM, asked

PATHS = ("/", "/attention", "/health", "/_stcore/health", STREAM)
SHARED, SITE = "10.1.2.3", "https://lms.example"


@pytest.fixture
def port(server: str) -> int:
    return urlsplit(server).port or 0


@in_turn("path", PATHS)
@in_turn("name", ["localhost", "127.0.0.1", "[::1]", "LOCALHOST.", "lights.streamlit.app", "school-lights.hf.space"])
def test_own_names_are_answered(port: int, path: str, name: str) -> None:
    for host in (name, f"{name}:{port}"):
        status, _ = asked(port, path, host)
        assert status == {STREAM: 101, "/attention": 307}.get(path, 200), host


@in_turn("path", PATHS)
@in_turn(
    "name",
    [
        *("evil.example", "localhost.evil.example", "10.1.2.3", "localhost@evil.example"),
        *("a.hf.space.evil.example", "a.streamlit.app.evil.example", "evilhf.space", "streamlit.app"),
    ],
)
def test_strangers_names_are_refused_in_a_sentence(port: int, path: str, name: str) -> None:
    for host in (name, f"{name}:{port}"):
        status, words = asked(port, path, host)
        assert status == 403 if path == STREAM else (status, words) == (421, hosts.SENTENCE)


@pytest.mark.parametrize("path", ["/health", STREAM])
@pytest.mark.parametrize("names", [[], ["localhost", "evil.example"]])
def test_no_name_and_two_names_are_refused(port: int, path: str, names: list[str]) -> None:
    assert asked(port, path, *names)[0] in (400, 403, 421)


@in_turn(
    "origin",
    [
        *("http://evil.example", "https://evil.example:8501", "https://share.streamlit.io", "https://b.streamlit.app"),
        *(
            "null",
            "",
            "file://",
            "https://[",
            "http://[::1",
            "\xff",
            "//",
            "a b",
            "https://a.streamlit.app.evil.example",
        ),
        *("http://localhost.evil.example", "http://localhost@evil.example", "http://a.streamlit.app@evil.example"),
    ],
)
def test_what_a_strangers_page_opens_or_posts_is_refused_before_streamlit_sees_it(port: int, origin: str) -> None:
    for host in (f"localhost:{port}", "a.streamlit.app"):
        assert asked(port, STREAM, host, origin=origin)[0] == 403, host
        assert asked(port, "/class", host, origin=origin, post=True) == (403, hosts.FOREIGN), host
        assert asked(port, "/health", host, origin=origin)[0] == 200, "what is only read a browser keeps from it"


def test_own_pages_open_and_post_behind_a_proxy_on_this_computer_too(port: int) -> None:
    for host, origin in (
        ("a.streamlit.app", "https://a.streamlit.app"),
        ("A.Streamlit.app", "https://a.streamlit.app"),
        ("LOCALHOST:1", "http://localhost:1"),
        (f"127.0.0.1:{port}", "http://localhost:8080"),
        (f"127.0.0.1:{port}", "http://[::1]:8080"),
    ):
        assert asked(port, STREAM, host, origin=origin)[0] == 101, origin
        status, said = asked(port, "/class", host, origin=origin, post=True)
        assert status == 200, origin
        room = json.loads(said)
        say(port, f"/class/{room['code']}", {"do": "end"}, room["secret"])
    assert asked(port, STREAM, "a.streamlit.app", origin="http://localhost:1")[0] == 403, "a visitor's own computer"


@pytest.mark.parametrize(
    ("settings", "statuses"),
    [({"server.corsAllowedOrigins": [SITE]}, (200, 403)), ({"server.enableCORS": False}, (200, 200))],
)
def test_a_site_that_a_setting_names_may_ask_and_streamlit_looks_no_further(
    settings: dict[str, object], statuses: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    given = {
        "server.enableCORS": True,
        "server.corsAllowedOrigins": [],
        "server.allowedHosts": ["localhost"],
        **settings,
    }
    monkeypatch.setattr(hosts.st, "get_option", given.get)
    seen: list[str | None] = []

    async def talk(socket: WebSocket) -> None:
        seen.append(socket.headers.get("origin"))
        await socket.accept()

    app = Starlette(routes=[Route("/", lambda _: Response(), methods=["POST"]), WebSocketRoute("/talk", talk)])
    client = TestClient(hosts.OwnHosts(app), base_url="http://localhost")
    for origin, status in zip((SITE, "https://evil.example"), statuses, strict=True):
        assert client.post("/", headers={"Origin": origin}).status_code == status
        for own in (origin, "http://localhost") if status == 200 else ():
            with client.websocket_connect("/talk", headers={"Origin": own, "Host": "localhost"}):
                assert seen.pop() == (None if own == origin else own)


@pytest.mark.parametrize(("name", "also"), [("lights.streamlit.app", True), ("school-lights.hf.space", False)])
def test_where_only_streamlits_own_cookies_are_handed_on_a_student_is_known_by_one_of_them(
    port: int, name: str, also: bool
) -> None:
    room = say(port, "/class", {})

    def given(cookies: str = "") -> dict[str, str]:
        asks = Request(f"http://127.0.0.1:{port}/class/{room['code']}", headers={"Host": name, "Cookie": cookies})
        with urlopen(asks) as answer:
            said = (each.partition(";")[0].partition("=") for each in answer.headers.get_all("Set-Cookie", []))
            return {cookie: value for cookie, _, value in said}

    first = given()
    assert {*first} == {f"headlight_class_{room['code']}", *(["_streamlit_session"] if also else [])}
    for cookie, value in first.items():
        assert f"headlight_class_{room['code']}" not in given(f"{cookie}={value}"), "is known by either of them"
    say(port, f"/class/{room['code']}", {"do": "end"}, room["secret"])


def test_a_server_that_is_told_other_names_alone_still_tells_its_own_container_how_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hosts, "is_host_allowed", "headlight.example".__eq__)
    client = TestClient(
        hosts.OwnHosts(Starlette(routes=[Route(path, lambda _: Response()) for path in ("/", "/health")]))
    )
    for name in ("localhost", "localhost:8501", "127.0.0.1:8501", "[::1]:8501", "headlight.example"):
        assert client.get("/health", headers={"Host": name}).status_code == 200, name
    for name in ("evil.example", "localhost.evil.example", "localhost:8501@evil.example", "127.0.0.1.evil.example"):
        assert client.get("/health", headers={"Host": name}).status_code == 421, name
    assert client.get("/", headers={"Host": "localhost"}).status_code == 421, "a page would find no line to the server"


def test_the_app_itself_is_guarded(port: int) -> None:
    for path in ("/", "/attention", "/class", "/health", "/metrics"):
        with urlopen(f"http://127.0.0.1:{port}{path}") as answer:
            assert answer.headers["Content-Security-Policy"] == guard.policy(), path
