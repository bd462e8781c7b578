"""A blank page over plain HTTP with the scripts of headlight/pictures/browser beside it."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from headlight.pictures.scripts import BROWSER
from headlight.pictures.standalone import unfilled
from tests.browser.drawing.glass import BLANK, KEY, RECORDER, Glass
from tests.browser.screen import DEMONSTRATED, PATIENCE
from tests.pictures.caught import caught

WINDOW: ViewportSize = {"width": 1440, "height": 900}


class _Scripts(SimpleHTTPRequestHandler):
    def do_GET(self) -> None:
        path, _, asked = self.path.partition("?pictures=")
        if path not in ("/", "/pages/unfilled.html"):
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write((unfilled(*asked.split(",")) if asked else BLANK).encode())

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def served() -> Iterator[str]:
    """The address of a blank page that can import every picture's script."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Scripts, directory=BROWSER))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def scripts() -> Iterator[str]:
    """The address of the blank page."""
    with served() as address:
        yield address


@contextmanager
def blank_page(browser: Browser, address: str, ratio: float = 1) -> Iterator[Page]:
    """A blank page with so many pixels for each CSS pixel."""
    context = browser.new_context(viewport=WINDOW, device_scale_factor=ratio, reduced_motion="reduce")
    context.add_init_script(RECORDER)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    page.evaluate(DEMONSTRATED)
    yield page
    context.close()


@pytest.fixture(scope="session")
def blank(browser: Browser, scripts: str) -> Iterator[Page]:
    """The one page in which all pictures are drawn, one after the other."""
    with blank_page(browser, scripts) as page:
        yield page


@pytest.fixture
def sharp(browser: Browser, scripts: str) -> Iterator[Glass]:
    """A glass on a screen with two pixels for each CSS pixel in both directions."""
    with blank_page(browser, scripts, 2) as page:
        yield from _glass(page)


@pytest.fixture
def glass(blank: Page) -> Iterator[Glass]:
    """The blank page, to draw pictures in."""
    yield from _glass(blank)


def _glass(page: Page) -> Iterator[Glass]:
    complaints: list[str] = []

    def complain(error: object) -> None:
        complaints.append(str(error))

    page.on("pageerror", complain)
    glass = Glass(page)
    yield glass
    glass.put_back(WINDOW)
    page.remove_listener("pageerror", complain)
    assert complaints == [], "the scripts must raise nothing"


@pytest.fixture
def draw(glass: Glass) -> Callable[..., Glass]:
    """Call a picture's function with its arguments and draw what it sends, `width` pixels wide on this ground."""

    def draw(
        function: Callable[..., None], *arguments: Any, width: int = 700, ground="light", again=False, **named: Any
    ) -> Glass:
        return glass.show(caught(function, *arguments, key=KEY, **named), width=width, ground=ground, again=again)

    return draw
