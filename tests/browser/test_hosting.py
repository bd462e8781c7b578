"""The app where others host it: below a path that a proxy takes off or keeps, and in a frame of another site."""

import json
import re
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit
from urllib.request import HTTPErrorProcessor, build_opener, urlopen

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect

from benchmarks.servers import serve, stop
from headlight.server.replicas import NO_PROXY, find_haproxy
from tests.browser.screen import PATIENCE, Screen

PATH = "/headlight"
COURSE, OTHER = "http://course.site.example", "http://other.site.example"  # which may frame the app, and which may not
# As `location /headlight/ { proxy_pass http://127.0.0.1:8501/; }` of nginx does it; the empty pages of others are here.
PROXY = """
defaults
    mode http
    option forwardfor
    timeout connect 5s
    timeout client 1h
    timeout server 1h

frontend school
    bind 127.0.0.1:{port}
    http-request return status 200 content-type text/html string "A course" if {{ hdr_dom(host) site.example }}
    default_backend app

backend app
    http-request deny unless {{ path_beg /headlight/ }}
    http-request replace-path /headlight/(.*) /\\1
    server app 127.0.0.1:{app}
"""


class Reached(NamedTuple):
    """The address under which others reach the app, and the server itself."""

    address: str
    itself: str


@pytest.fixture(scope="module")
def taken_off(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reached]:
    """Behind a proxy that takes the path off, in which one site may frame the app."""
    haproxy = find_haproxy()
    assert haproxy, NO_PROXY
    process, itself = serve(settings={"HEADLIGHT_FRAMED_BY": f"https://school.example {COURSE}:*"})
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    configured: Path = tmp_path_factory.mktemp("proxy") / "haproxy.cfg"
    configured.write_text(PROXY.format(port=port, app=urlsplit(itself).port), "utf-8")
    proxy = subprocess.Popen([haproxy, "-f", str(configured), "-db"])
    address = f"http://127.0.0.1:{port}{PATH}"
    while not is_well(f"{address}/health"):
        assert proxy.poll() is None, "haproxy has ended"
        time.sleep(0.05)
    yield Reached(address, itself)
    stop(proxy)
    stop(process)


@pytest.fixture
def tab(browser: Browser) -> Iterator[Callable[[str], Screen]]:
    """Tabs of readers whom nobody knows yet, each with the app at an address."""
    screens: list[Screen] = []

    def come(address: str) -> Screen:
        page = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce").new_page()
        screens.append(Screen(page, address))
        return screens[-1]

    yield come
    for screen in screens:
        screen.page.context.close()
    assert [each for screen in screens for each in (*screen.complaints, *screen.strangers)] == []


def is_well(address: str) -> bool:
    try:
        with urlopen(address, timeout=10) as answer:
            return json.loads(answer.read())["status"] == "ok"
    except OSError:
        return False


def teach(teacher: Screen) -> str:
    """Open a room, and let it ask what comes next; the link that the class is given."""
    with teacher.answered():
        teacher.page.get_by_role("button", name="Teach").click()
    code = teacher.page.locator(".room .code")
    expect(code).to_be_visible()
    link = f"{teacher.page.locator('.room p').first.inner_text()}/{code.inner_text()}".replace("\n", "")
    drawn = teacher.page.locator(".room img")
    expect(drawn).to_have_attribute("alt", f"The link {link} as a QR code")
    assert drawn.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    teacher.page.locator(".room").get_by_role("button", name="What comes next?").click()
    return link


def votes(student: Page | FrameLocator) -> None:
    """A student follows, and an answer is counted; until it is shown, its picture is hidden."""
    expect(student.locator("#text")).to_have_text("“bear country”")
    choice = student.locator("#question .options button").first
    choice.click()
    expect(choice).to_have_attribute("aria-pressed", "true")
    expect(student.locator("#question .count")).to_have_text("1 of 1 has answered")


@pytest.mark.study
def test_below_a_path_pages_classes_their_links_and_what_is_shared_work(
    taken_off: Reached, tab: Callable[[str], Screen]
) -> None:
    """That a proxy takes off; tests/study has one that it keeps."""
    works_below_a_path(taken_off.address, tab)


def works_below_a_path(address: str, tab: Callable[[str], Screen]) -> None:
    """Scripts, pages, a class and its links, and what is shared."""
    teacher = tab(address).open("attention", text="bear country")
    scripts = teacher.page.evaluate("performance.getEntriesByType('resource').map(each => each.name)")
    assert any(
        each.startswith(f"{address}/class/scripts/") and each.endswith("/components/board.js") for each in scripts
    )
    link = teach(teacher)
    assert re.fullmatch(rf"{address}/class/[A-Z0-9]{{5}}", link)
    student = tab(address)
    student.page.goto(link)
    votes(student.page)
    teacher.page.locator(".room").get_by_role("button", name="Close").click()
    teacher.page.keyboard.press("Escape")
    teacher.press("Share")
    shared = teacher.page.get_by_role("dialog").locator("[data-testid=stCode]").first.inner_text().strip()
    assert shared.startswith(f"{address}/") and "bear" in shared
    other = tab(address)
    other.page.goto(shared)
    other.painted("bear country")


@pytest.mark.study
def test_below_a_path_the_servers_own_addresses_answer(taken_off: Reached) -> None:
    answer_below_a_path(*taken_off)


def answer_below_a_path(address: str, itself: str) -> None:
    """Of who comes through the proxy, and of who asks the server itself."""
    assert is_well(f"{address}/health")
    assert is_well(f"{itself.removesuffix(PATH)}/health"), "of who asks the server itself, as its container does"
    with urlopen(f"{address}/class") as answer:
        assert b'data-code=""' in answer.read()
    with build_opener(NotFollowed).open(f"{address}/start") as answer:
        assert answer.status == 307 and answer.headers["Location"].startswith("./")


class NotFollowed(HTTPErrorProcessor):
    """Leaves an answer as it is, also one that leads elsewhere."""

    def http_response(self, request: object, response: object) -> object:
        return response


@pytest.mark.study
def test_a_site_that_is_named_shows_the_app_and_a_class_in_a_frame_where_votes_count_and_no_other_does(
    taken_off: Reached, tab: Callable[[str], Screen]
) -> None:
    """The app under another site's name, as cookies see it: that of this machine's address and `localhost` differ."""
    teacher = tab(taken_off.address).open("attention", text="bear country")
    link = teach(teacher).replace("127.0.0.1", "localhost")
    app, port = taken_off.address.replace("127.0.0.1", "localhost"), urlsplit(link).port
    page = teacher.page.context.browser.new_page()
    page.set_default_timeout(PATIENCE)
    framed = page.frame_locator("iframe")
    frame(page, f"{COURSE}:{port}", link)
    votes(framed)
    frame(page, f"{COURSE}:{port}", f"{app}/attention?embed=true&text=bear+country")
    expect(framed.locator("[data-text]").first).to_have_attribute("data-text", "bear country")
    with page.expect_event("console", lambda said: "frame-ancestors" in said.text):
        frame(page, f"{OTHER}:{port}", link)
    expect(framed.locator("[data-text]")).to_have_count(0)
    page.context.close()


def frame(page: Page, site: str, address: str) -> None:
    """Open a page of a site and put a frame in it."""
    page.goto(site)
    page.evaluate(
        """address => document.body.append(Object.assign(document.createElement("iframe"), {src: address}))""", address
    )
