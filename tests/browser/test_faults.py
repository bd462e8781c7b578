"""When a server hears rubbish, is stopped or killed, or has a full disk: others are served, and a class is back."""

import http.client
import json
import os
import signal
import socket
import sys
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, expect
from websockets import Subprotocol
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.browser.conftest import serve, stop
from tests.browser.screen import PATIENCE, Screen


def opened(address: str) -> str:
    """The code of a room that is opened without a browser."""
    body, kind = json.dumps({}).encode(), {"Content-Type": "application/json"}
    with urlopen(Request(f"{address}/class", body, kind)) as answer:
        return json.load(answer)["code"]


def test_a_server_that_is_spoken_to_in_rubbish_serves_others_and_stops_when_it_is_told_to() -> None:
    process, address = serve()
    port = urlsplit(address).port or 0
    line = f"ws://127.0.0.1:{port}/_stcore/stream"
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
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=PATIENCE / 1000)  # one that waits for its streams would wait for ever
    for each in [*streams, *half_open]:
        each.close()


def test_a_class_whose_server_has_a_full_disk_is_back_after_that_was_killed(browser: Browser) -> None:
    process, address = serve()
    if sys.platform == "linux":
        import resource

        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (0, 0))  # as if the disk were full: nothing can be written
    try:
        contexts = [browser.new_context() for _ in range(2)]
        teacher = Screen(contexts[0].new_page(), address).open("attention", text="bear country")
        with teacher.answered():
            teacher.page.get_by_role("button", name="Teach").click()
        code = teacher.page.locator(".teach > button b").inner_text()
        teacher.page.keyboard.press("Escape")
        student = contexts[1].new_page()
        student.set_default_timeout(PATIENCE)
        student.goto(f"{address}/class/{code}")
        expect(student.locator("[data-text]").first).to_have_attribute("data-text", "bear country")
        process.kill()
        process.wait()
        expect(student.get_by_text("The line is cut.")).to_be_visible()
        expect(student.locator("[data-text]").first).to_be_visible()
        process, _ = serve(port=urlsplit(address).port or 0)
        expect(teacher.page.locator("[data-testid=stApp][data-test-connection-state=CONNECTED]")).to_be_attached()
        expect(teacher.page.locator(".teach .there")).to_have_text("1 here")
        teacher.settle()
        expect(teacher.box).to_have_value("bear country")
        teacher.type("bear country is")
        expect(student.locator("[data-text]").first).to_have_attribute("data-text", "bear country is")
        expect(student.get_by_text("The line is cut.")).to_be_hidden()
        for context in contexts:
            context.close()
    finally:
        stop(process)
