"""Two real servers with Redis between them: a room goes on when the replica on which it was opened dies."""

import http.client
import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest

from headlight.server import replicas
from tests.browser.conftest import ROOT, serve, stop
from tests.browser.screen import PATIENCE


def said(address: str, body: dict, secret: str = "") -> dict:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {secret}"}
    with urlopen(Request(address, json.dumps(body).encode(), headers)) as answer:
        return json.load(answer)


def told(stream: http.client.HTTPResponse) -> Iterator[dict]:
    """What a student's page is told of the room."""
    kind = b""
    while line := stream.readline():
        if line.startswith(b"event: "):
            kind = line[7:].strip()
        elif line.startswith(b"data: ") and kind == b"room":
            yield json.loads(line[6:])


def test_a_room_goes_on_when_the_replica_that_opened_it_dies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    redis, url = replicas.start_redis(tmp_path)
    monkeypatch.setenv("HEADLIGHT_REDIS", url)
    one, here = serve()
    other, there = serve()
    try:
        room = said(f"{here}/class", {})
        code, secret = room["code"], room["secret"]
        student = http.client.HTTPConnection("127.0.0.1", urlsplit(there).port, timeout=PATIENCE / 1000)
        student.request("GET", f"/class/{code}/events")
        hears = told(student.getresponse())
        assert next(hears)["paused"] is False
        said(f"{here}/class/{code}", {"do": "pause"}, secret)
        while not next(hears)["paused"]:
            pass
        one.kill()
        one.wait()
        said(f"{there}/class/{code}", {"do": "go on"}, secret)
        while next(hears)["paused"]:
            pass
        assert said(f"{there}/class", {"secret": secret})["code"] == code
        student.close()
    finally:
        stop(one)
        stop(other)
        redis.terminate()
        redis.wait()


def test_the_proxy_of_one_machine_knows_its_replicas_and_hides_what_is_measured() -> None:
    template = (ROOT / "deploy" / "haproxy.cfg").read_text("utf-8")
    written = replicas.configuration(template, 3, 9000, Path("/tmp/admin"))
    assert [line.split()[1:] for line in written.splitlines() if line.startswith("    server ")] == [
        [f"replica{number}", f"127.0.0.1:{9000 + number}"] for number in (1, 2, 3)
    ]
    assert "docker" not in written and "bind 127.0.0.1:9000" in written
    for proxy in (template, written):
        assert "deny deny_status 404 if { path /metrics }" in proxy
        assert "cookie headlight_replica insert" in proxy
