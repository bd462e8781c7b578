"""Three real servers with Redis between them, behind haproxy: one is drained, one killed, and a room goes on."""

import asyncio
import itertools
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPResponse
from pathlib import Path
from typing import NamedTuple
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from benchmarks.replicas import Followed, admin, all_up, say, until
from benchmarks.servers import ROOT
from headlight.server import replicas
from headlight.server.replicas import Machine, find_haproxy

LISTENERS = 9
NOBODY = ("true",)  # a process that stands for the proxy where there is none


class Served(NamedTuple):
    """Three replicas; `proxied` where haproxy stands before them, else who asks goes round those not drained."""

    machine: Machine
    port: int
    proxied: bool
    turns: Iterator[int]
    drained: set[int]

    def where(self) -> int:
        """The port that a new line goes to."""
        if self.proxied:
            return self.port
        alive = (each for each in self.turns if each not in self.drained and self.machine.replicas[each].poll() is None)
        return self.port + 1 + next(alive)

    def drain(self, replica: int) -> None:
        """New lines go to the others from now on."""
        self.drained.add(replica)
        if self.proxied:
            admin(self.machine, f"set server replicas/replica{replica + 1} state drain")

    async def begin(self) -> None:
        """Wait until all are well."""
        if self.proxied:
            return await all_up(self.machine)
        for replica in range(3):
            await until(lambda replica=replica: well(self.port + 1 + replica), 180)


def well(port: int) -> bool:
    try:
        with urlopen(f"http://localhost:{port}/health", timeout=5) as answer:
            return answer.status == 200
    except OSError:
        return False


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
def served() -> Iterator[Served]:
    port = next(each for each in range(20_000, 30_000, 4) if all(map(is_free, range(each, each + 4))))
    if proxied := find_haproxy() is not None:
        machine = replicas.start(3, port)
    else:
        folder = Path(tempfile.mkdtemp())
        redis, url = replicas.start_redis(folder)
        three = [replicas.start_replica(port + 1 + each, url, "0" * 32) for each in range(3)]
        machine = Machine(subprocess.Popen(NOBODY), three, redis, folder)
    yield Served(machine, port, proxied, itertools.cycle(range(3)), set())
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


def test_a_room_goes_on_when_one_of_three_replicas_is_drained_and_one_killed(served: Served) -> None:
    async def lesson() -> None:
        await served.begin()
        room = Followed(served.where, LISTENERS)
        await until(lambda: all(each.paused is False for each in room.listeners))
        await room.turn("pause")
        homes = {asked(served.where(), "/class")[1] for _ in range(2 * LISTENERS)}
        served.drain(0)
        await room.turn("go on")
        assert room.cut == 0, "who is there stays there until they go"
        left = {asked(served.where(), "/class")[1] for _ in range(2 * LISTENERS)}
        if served.proxied:
            assert len(homes) == 3 and len(left) == 2 and left < homes, "who is new goes to the others"
            for home in homes:
                assert asked(served.port, "/class", home) == (200, ""), "who has been there finds it again"
            assert asked(served.port, "/metrics")[0] == 404
        served.machine.replicas[1].kill()
        served.machine.replicas[1].wait()
        await room.turn("pause")
        assert LISTENERS // 3 <= room.cut < LISTENERS, "of those that the others serve no line is cut"
        assert all(each.without for each in room.listeners if each.cut)
        await until(lambda: {asked(served.where(), "/class")[0] for _ in range(6)} == {200})
        assert say(served.where(), "/class", {"secret": room.secret})["code"] == room.code
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
