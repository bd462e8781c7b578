"""A server: what is typed at once is read; killed with a full disk, its class is back; rubbish harms nobody.

The tests are about one server, in their order; each finds it running.
"""

import http.client
import json
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, BrowserContext, expect
from websockets import Subprotocol
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from benchmarks.servers import serve, stop
from tests.browser.conftest import in_a_tab
from tests.browser.screen import PATIENCE


class Server:
    """One that can be killed and started again at its address."""

    def __init__(self) -> None:
        self.process, self.address = serve()
        self.port = urlsplit(self.address).port or 0

    def start_again(self) -> None:
        self.process, _ = serve(port=self.port)


@pytest.fixture(scope="module")
def own() -> Iterator[Server]:
    """A server that nobody has asked for anything before these tests."""
    server = Server()
    yield server
    stop(server.process)


def test_the_first_visitor_may_type_at_once(profiles: Callable[..., BrowserContext], own: Server) -> None:
    for screen in in_a_tab(profiles, own.address, "newcomer"):
        screen.page.goto(own.address)
        screen.box.wait_for()
        screen.box.press("ControlOrMeta+a")
        text = "a bear in the forest of letters"
        screen.page.keyboard.type(text)  # at once, whatever is still being computed
        screen.painted(text)
        expect(screen.box).to_have_value(text)
        screen.no_trouble()


def opened(address: str) -> str:
    """The code of a room that is opened without a browser."""
    body, kind = json.dumps({}).encode(), {"Content-Type": "application/json"}
    with urlopen(Request(f"{address}/class", body, kind)) as answer:
        return json.load(answer)["code"]


def test_a_class_whose_server_has_a_full_disk_is_back_after_that_was_killed(
    browser: Browser, profiles: Callable[..., BrowserContext], own: Server
) -> None:
    if sys.platform == "linux":
        import resource

        # As if the disk were full: nothing can be written.
        resource.prlimit(own.process.pid, resource.RLIMIT_FSIZE, (0, 0))
    room = browser.new_context()
    for teacher in in_a_tab(profiles, own.address, "newcomer"):
        teacher.open("attention", text="bear country")
        with teacher.answered():
            teacher.page.get_by_role("button", name="Teach").click()
        code = teacher.page.locator(".teach > button b").inner_text()
        teacher.page.keyboard.press("Escape")
        student = room.new_page()
        student.set_default_timeout(PATIENCE)
        student.goto(f"{own.address}/class/{code}")
        expect(student.locator("[data-text]").first).to_have_attribute("data-text", "bear country")
        own.process.kill()
        own.process.wait()
        expect(student.get_by_text("Connection lost.")).to_be_visible()
        expect(student.locator("[data-text]").first).to_be_visible()
        own.start_again()
        expect(teacher.page.locator("[data-testid=stApp][data-test-connection-state=CONNECTED]")).to_be_attached()
        expect(teacher.page.locator(".teach .there")).to_have_text("1 here")
        teacher.settle()
        expect(teacher.box).to_have_value("bear country")
        teacher.type("bear country is")
        expect(student.locator("[data-text]").first).to_have_attribute("data-text", "bear country is")
        expect(student.get_by_text("Connection lost.")).to_be_hidden()
    room.close()


def test_spoken_to_in_rubbish_it_serves_others_and_stops_when_it_is_told_to(own: Server) -> None:
    address, port, line = own.address, own.port, f"ws://127.0.0.1:{own.port}/_stcore/stream"
    for rubbish in ("text", os.urandom(500), b"\x0a\xff\xff\xff\xff\x0f", bytes(900_000), bytes(5_000_000)):
        with connect(line, subprotocols=[Subprotocol("streamlit")]) as tab, pytest.raises(ConnectionClosed):
            tab.send(rubbish)
            while True:
                tab.recv(PATIENCE / 1000)
    code = opened(address)
    streams = [http.client.HTTPConnection("127.0.0.1", port) for _ in range(20)]
    for stream in streams:
        stream.request("GET", f"/class/{code}/events")
        assert stream.getresponse().read(10)
    half_open = [socket.create_connection(("127.0.0.1", port)) for _ in range(1000)]
    for each in half_open:
        each.sendall(b"GET / HT")
    assert opened(address), "others are served meanwhile"
    with connect(line, subprotocols=[Subprotocol("streamlit")]):
        own.process.send_signal(signal.SIGTERM)
        own.process.wait(timeout=PATIENCE / 1000)  # one that waits for its streams would wait for ever
    for each in [*streams, *half_open]:
        each.close()
