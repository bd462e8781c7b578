"""Three real servers with Redis between them, behind haproxy: one is drained, one killed, and a room goes on."""

import asyncio
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPResponse
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from benchmarks.replicas import Followed, admin, all_up, say, until
from benchmarks.servers import ROOT
from headlight.server import replicas
from headlight.server.replicas import Machine

LISTENERS = 9


def is_free(port: int) -> bool:
    """Whether nobody listens there; below the ports that the system gives to those who name none."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


@pytest.fixture
def served() -> Iterator[tuple[Machine, int]]:
    """Three replicas, and the port of the proxy before them."""
    port = next(each for each in range(20_000, 30_000, 4) if all(map(is_free, range(each, each + 4))))
    machine = replicas.start(3, port)
    yield machine, port
    machine.stop()


def asked(port: int, path: str, cookie: str = "") -> tuple[int, str]:
    """The status of an answer, and the cookie by which the proxy keeps who asks at a replica."""
    request = Request(f"http://localhost:{port}{path}", headers={"Cookie": cookie} if cookie else {})
    try:
        with urlopen(request, timeout=10) as answer:
            return answer.status, _cookie(answer)
    except HTTPError as error:
        return error.code, ""


def _cookie(answer: HTTPResponse) -> str:
    given = (each.partition(";")[0] for each in answer.headers.get_all("Set-Cookie", []))
    return next((each for each in given if each.startswith("headlight_replica=")), "")


def test_a_room_goes_on_when_one_of_three_replicas_is_drained_and_one_killed(served: tuple[Machine, int]) -> None:
    machine, port = served

    async def lesson() -> None:
        await all_up(machine)
        room = Followed(lambda: port, LISTENERS)
        await until(lambda: all(each.paused is False for each in room.listeners))
        await room.turn("pause")
        homes = {asked(port, "/class")[1] for _ in range(2 * LISTENERS)}
        admin(machine, "set server replicas/replica1 state drain")
        await room.turn("go on")
        assert room.cut == 0, "who is there stays there until they go"
        left = {asked(port, "/class")[1] for _ in range(2 * LISTENERS)}
        assert len(homes) == 3 and len(left) == 2 and left < homes, "who is new goes to the others"
        for home in homes:
            assert asked(port, "/class", home) == (200, ""), "who has been there finds it again"
        assert asked(port, "/metrics")[0] == 404
        machine.replicas[1].kill()
        machine.replicas[1].wait()
        await room.turn("pause")
        assert LISTENERS // 3 <= room.cut < LISTENERS, "of those that the others serve no line is cut"
        assert all(each.without for each in room.listeners if each.cut)
        await until(lambda: {asked(port, "/class")[0] for _ in range(6)} == {200})
        assert say(port, "/class", {"secret": room.secret})["code"] == room.code
        await room.leave()

    with ThreadPoolExecutor(1) as beside:  # a browser's test may have left a loop in this thread
        beside.submit(asyncio.run, lesson()).result()


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
