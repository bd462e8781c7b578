"""When a server is stopped or killed: open streams do not hold it, and a class is back where it was."""

import http.client
import json
import signal
import socket
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, expect

from tests.browser.conftest import serve, stop
from tests.browser.screen import PATIENCE, Screen


def opened(address: str) -> str:
    """The code of a room that is opened without a browser."""
    body, kind = json.dumps({}).encode(), {"Content-Type": "application/json"}
    with urlopen(Request(f"{address}/class", body, kind)) as answer:
        return json.load(answer)["code"]


def test_a_server_with_open_streams_and_half_open_lines_stops_when_it_is_told_to() -> None:
    process, address = serve()
    port = urlsplit(address).port or 0
    code = opened(address)
    streams = [http.client.HTTPConnection("127.0.0.1", port) for _ in range(20)]
    for stream in streams:
        stream.request("GET", f"/class/{code}/events")
        assert stream.getresponse().read(10)
    half_open = [socket.create_connection(("127.0.0.1", port)) for _ in range(200)]
    for line in half_open:
        line.sendall(b"GET / HT")
    assert opened(address), "others are served meanwhile"
    process.send_signal(signal.SIGTERM)
    process.wait(timeout=PATIENCE / 1000)  # one that waits for its streams would wait for ever
    for line in [*streams, *half_open]:
        line.close()


def test_a_class_and_its_teacher_are_back_after_the_server_was_killed(browser: Browser) -> None:
    process, address = serve()
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
