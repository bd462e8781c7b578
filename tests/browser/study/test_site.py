"""The whole site, as `make site` writes it, walked by a link checker and a browser on a plain server of files."""

import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import BrowserContext, expect

from deploy import site
from headlight.app.links import VIEWS
from tests.browser.test_pages import BROKEN, RULES
from tests.links import broken

WHOLE = BROKEN.replace("'[data-testid=stMain]'", "document")


class Quiet(SimpleHTTPRequestHandler):
    """A host of files that says nothing."""

    def log_message(self, format: str, *about: object) -> None:
        """Print no line for each request."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder."""
    folder = tmp_path_factory.mktemp("site") / "site"
    site.write(folder, site.published())
    return folder


@pytest.fixture
def host(built: Path) -> Iterator[str]:
    """The address at which it is served."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(built))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_all_its_links_lead_somewhere_and_it_is_small_enough_for_any_host(built: Path) -> None:
    assert broken(built) == []
    files = [path.stat().st_size for path in built.rglob("*") if path.is_file()]
    assert sum(files) < 60e6 and max(files) < 25e6


def test_a_browser_finds_every_picture_and_nothing_to_mend(
    built: Path, host: str, profiles: Callable[..., BrowserContext]
) -> None:
    page = profiles(1440, 900).new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("response", lambda answer: troubles.append(answer.url) if answer.status >= 400 else None)
    offline = [f"gallery/{name}.html" for name in VIEWS if (built / "gallery" / f"{name}.html").is_file()]
    assert len(offline) > len(VIEWS) * 0.8
    for path in ("", "gallery/", "teach/", "404.html", *offline):
        for width in (390, 1440) if path not in offline else (1440,):
            page.set_viewport_size({"width": width, "height": 900})
            page.goto(f"{host}/{path}")
            if path in ("", *offline):
                expect(page.locator("main :is(canvas, svg, table, .board)").first).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (path, width)
        if path in ("", "gallery/", "teach/", "404.html", offline[0]):
            page.evaluate(AXE_SCRIPT)
            for rules in RULES.values():
                assert page.evaluate(WHOLE, rules) == [], path
    page.close()
    assert troubles == []
