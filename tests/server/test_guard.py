"""Strict headers on every answer, and caps that refuse in a calm sentence."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator

import pytest
from prometheus_client.openmetrics.parser import text_string_to_metric_families
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect

from headlight.app import queue
from headlight.app.queue import Queue
from headlight.rooms import limits
from headlight.server import guard, metrics
from headlight.server.guard import Guard

PAGE = {"Accept": "text/html,*/*"}


async def well(_request: object) -> PlainTextResponse:
    return PlainTextResponse("well")


async def talk(socket: WebSocket) -> None:
    await socket.accept()
    async for words in socket.iter_bytes():
        await socket.send_bytes(words)


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A server of two tabs that says everything is well."""
    monkeypatch.setattr(limits, "SESSIONS", 2)
    paths = [Route(path, well, methods=["GET", "POST"]) for path in ("/", "/class", "/health", "/part.js")]
    app = Starlette(routes=[*paths, Route("/metrics", metrics.answer), WebSocketRoute("/talk", talk)])
    with TestClient(Guard(app)) as asked:
        yield asked


def test_every_answer_has_a_strict_policy(client: TestClient) -> None:
    for path in ("/", "/class", "/nothing"):
        headers = client.get(path).headers
        rules = dict(rule.split(" ", 1) for rule in headers["Content-Security-Policy"].split("; "))
        assert rules["default-src"] == rules["base-uri"] == "'self'" and rules["object-src"] == "'none'"
        assert "unsafe-inline" not in rules["script-src"] and "'unsafe-eval'" not in rules["script-src"]
        assert "'sha256-" in rules["script-src"], "of the one inline script of Streamlit's page"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin", "an address holds what was typed"


def test_who_is_too_many_reads_a_sentence_and_a_class_still_comes_in(client: TestClient) -> None:
    with client.websocket_connect("/talk"), client.websocket_connect("/talk"):
        full = client.get("/", headers=PAGE)
        assert full.status_code == 503 and full.headers["Retry-After"]
        assert guard.FULL in full.text
        assert [client.get(path, headers=PAGE).status_code for path in ("/class", "/health")] == [200, 200]
        assert client.get("/part.js").status_code == 200, "who is in gets the parts of the page"
        with pytest.raises(WebSocketDisconnect), client.websocket_connect("/talk"):
            pass
    assert client.get("/", headers=PAGE).status_code == 200
    assert not guard.SESSIONS, "nobody's address is kept"


def test_one_address_cannot_take_all_places(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SESSIONS_BY_ADDRESS", 1)
    with client.websocket_connect("/talk"):
        assert client.get("/", headers=PAGE).status_code == 503


def test_messages_that_come_too_fast_wait_and_none_is_lost(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    async def note(seconds: float) -> None:
        waited.append(seconds)
        await sleep(0)

    monkeypatch.setattr(limits, "MESSAGES", limits.MESSAGES._replace(at_once=5))
    monkeypatch.setattr(guard.asyncio, "sleep", note)
    with client.websocket_connect("/talk") as socket:
        for number in range(20):
            socket.send_bytes(b"%d" % number)
        assert [socket.receive_bytes() for _ in range(20)] == [b"%d" % number for number in range(20)]
    assert max(waited) > 1 / limits.MESSAGES.a_second


def test_a_tab_that_sends_text_is_closed_and_is_one_line_of_the_log(
    client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    with client.websocket_connect("/talk") as socket:
        socket.send_text("no page of the app sends text")
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_bytes()
    assert closed.value.code == 1003
    assert [record.getMessage().count("\n") for record in caplog.records if record.name == "headlight.guard"] == [0]
    assert not guard.SESSIONS


def test_metrics_are_openmetrics_and_say_nothing_of_anybody(client: TestClient) -> None:
    with client.websocket_connect("/talk"):
        answer = client.get("/metrics")
    assert answer.headers["Content-Type"].startswith("application/openmetrics-text")
    found = {family.name: family for family in text_string_to_metric_families(answer.text)}
    (sessions,) = found["headlight_sessions"].samples
    assert sessions.value == 1
    assert {"headlight_rooms", "headlight_listeners", "headlight_run_seconds"} <= set(found)
    named = {label for family in found.values() for sample in family.samples for label in sample.labels}
    assert client.get("/metrics", headers={"X-Forwarded-For": "203.0.113.9"}).status_code == 404, "through a proxy"
    assert named <= {"what", "le", "generation", "implementation", "major", "minor", "patchlevel", "version"}


def test_who_opens_a_page_while_others_wait_long_for_theirs_is_told_so_and_the_page_tries_again(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    line, now, opens = Queue(1, 1000.0), 100.0, threading.Event()
    monkeypatch.setattr(queue, "RUNS", line)
    monkeypatch.setattr(queue.time, "monotonic", lambda: now)

    def open_a_page() -> None:
        with queue.timed("page"):
            opens.set()

    with line.turn(hurried=True):
        (waits := threading.Thread(target=open_a_page)).start()
        while len(line) < 2:
            pass
        assert client.get("/", headers=PAGE).status_code == 200
        now += guard._LONGEST_WAIT + 1
        full = client.get("/", headers=PAGE)
        assert full.status_code == 503 and guard.FULL in full.text
        again = int(full.headers["Retry-After"])
        assert full.headers["Refresh"] == str(again) and 10 <= again <= 20
        assert '<a href="./class">' in full.text, "below whatever path it is served"
        assert [client.get(path, headers=PAGE).status_code for path in ("/class", "/health")] == [200, 200]
        assert client.get("/part.js").status_code == 200, "who is in gets the parts of the page"
    waits.join()
    assert opens.is_set() and client.get("/", headers=PAGE).status_code == 200


def test_below_a_path_a_class_and_health_are_let_in_too(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SESSIONS", 0)
    monkeypatch.setattr(guard.settings, "base", lambda: "/headlight")
    paths = ("/headlight/", "/headlight/attention", "/headlight/class", "/headlight/health", "/health")
    assert [client.get(path, headers=PAGE).status_code for path in paths] == [503, 503, 404, 404, 200]


def test_a_site_that_is_named_may_show_the_app_in_a_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "frame-ancestors 'self'" in guard.policy().split("; ")
    monkeypatch.setattr(guard, "FRAMED_BY", ("https://lms.example", "https://*.school.example"))
    assert "frame-ancestors 'self' https://lms.example https://*.school.example" in guard.policy().split("; ")
