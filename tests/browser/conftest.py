"""A real server and a real Chromium for the browser tests."""

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import IO
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from tests.browser.chromium import find
from tests.browser.screen import EVERYWHERE, PATIENCE, STAYS, Screen

ROOT = Path(__file__).parent.parent.parent
PHONE = 390  # pixels
QUIET = [  # a browser that tries to reach its maker at start would be a stray connection on a closed network
    # What is asked of another host fails, and is noted; sites that have the app in a frame are on this machine.
    "--host-resolver-rules=MAP *.site.example 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# Where several tests run at once, no core is idle for scripts to be compiled beside: in one thread they take a fifth
# less. A page that lives for a second is not worth an optimizing compiler, nor to be searched for garbage: a sixth less
# again. What is measured has neither: it runs as in a reader's browser.
LATER = ("maglev=8000", "maglev-with-delay=8000", "turbofan=60000")  # calls of a function until it is compiled again
BRIEF = (
    f"--js-flags=--single-threaded --min-semi-space-size=64 {' '.join(f'--invocation-count-for-{n}' for n in LATER)}"
)


def serve(
    *arguments: str,
    app: Path = ROOT / "app.py",
    port: int = 0,
    path: str = "",
    settings: Mapping[str, str] = {},
) -> tuple[subprocess.Popen, str]:
    """Start a Streamlit server, on a free port unless one is named; returns the process and its address.

    It is served below a `path`, such as "/headlight", with `settings` in its environment.

    Raises:
        RuntimeError: it ended, or was not well after three minutes; with the last lines of what it said.
    """
    process, address, log = launch(*arguments, app=app, port=port, path=path, settings=settings)
    with log:
        if is_well(address, process):
            return process, address
        stop(process)
        log.seek(0)
        raise RuntimeError(f"the Streamlit server did not start; it said:\n{''.join(log.readlines()[-20:])}")


def launch(
    *arguments: str,
    app: Path = ROOT / "app.py",
    port: int = 0,
    path: str = "",
    settings: Mapping[str, str] = {},
) -> tuple[subprocess.Popen, str, IO[str]]:
    """Start one as `serve` does, and do not wait for it; returns what it says too."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = port or probe.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "streamlit",
        "run",
        str(app),
        f"--server.port={port}",
        "--server.address=127.0.0.1",
        f"--server.baseUrlPath={path}",
    ]
    # Streamlit takes itself for a checkout of its developers where it is not installed in site-packages.
    # All tests come from one address, and open more rooms in a minute than a school.
    one_address = {"HEADLIGHT_ROOMS_AT_ONCE": "200", "HEADLIGHT_ROOMS_BY_ADDRESS": "200"}
    environment = {**os.environ, "STREAMLIT_GLOBAL_DEVELOPMENT_MODE": "false", **one_address, **settings}
    address = f"http://127.0.0.1:{port}{path}"
    log = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115  # who stops the server does
    process = subprocess.Popen([*command, *arguments], cwd=ROOT, env=environment, stdout=log, stderr=subprocess.STDOUT)
    return process, address, log


def is_well(address: str, process: subprocess.Popen | None = None) -> bool:
    """Wait until a server is; False where its process ended, or after three minutes."""
    deadline = time.monotonic() + 180
    while (process is None or process.poll() is None) and time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=5) as answer:
                if answer.status == 200:
                    return True
        except OSError:
            time.sleep(0.1)
    return False


def stop(process: subprocess.Popen) -> None:
    """End a server."""
    process.terminate()
    process.wait()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests."""
    path = find()
    assert path, "no Chromium: python -m tests.browser.chromium installs one"
    expect.set_options(timeout=PATIENCE)
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    flags = [*QUIET, BRIEF, *(["--no-sandbox"] if root else [])]
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=flags)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def profiles(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """A browser for each reader and width; what it has loaded once of Streamlit's scripts stays with it.

    The reader wants little motion: nothing fades then in Streamlit, which takes as long to paint as a page to load.
    """
    kept: dict[tuple, BrowserContext] = {}

    def profile(width: int, height: int, reader: str = "") -> BrowserContext:
        wanted = (width, height, reader)
        if wanted not in kept:
            kept[wanted] = browser.new_context(
                viewport={"width": width, "height": height},
                reduced_motion="reduce",
                has_touch=width == PHONE,
            )
        return kept[wanted]

    yield profile
    for each in kept.values():
        each.close()


@pytest.fixture(scope="session")
def tab_of(profiles: Callable[..., BrowserContext], server: str) -> Callable[..., Screen]:
    """The tab of a profile, in which the tests of all files follow each other: to load the app takes twice as long."""
    return cache(lambda *profile: Screen(profiles(*profile).new_page(), server))


@pytest.fixture
def screen(tab_of: Callable[..., Screen], request: pytest.FixtureRequest) -> Iterator[Screen]:
    """A laptop's screen, 1440 pixels wide, light. `open` comes to it anew, `go` goes on where the last test was."""
    yield from lent(tab_of, request.session, 1440, 900)


@pytest.fixture
def phone(tab_of: Callable[..., Screen], request: pytest.FixtureRequest) -> Iterator[Screen]:
    """A phone's screen, which is touched."""
    yield from lent(tab_of, request.session, PHONE, 844)


def lent(tab_of: Callable[..., Screen], session: pytest.Session, width: int, height: int) -> Iterator[Screen]:
    """A tab for one test; where that fails, the next one loads the app anew."""
    tab, failed = tab_of(width, height), session.testsfailed
    yield tab
    if session.testsfailed > failed:
        tab.page.goto(f"{tab.address}/_stcore/health")
    clear(tab, width, height)


def in_a_tab(profiles: Callable[..., BrowserContext], address: str, reader: str) -> Iterator[Screen]:
    """A tab of a laptop's reader on a server, new in a browser that may have loaded the app before."""
    screen = Screen(profiles(1440, 900, reader=reader).new_page(), address)
    yield screen
    clear(screen)
    screen.page.close()


def clear(screen: Screen, width: int = 1440, height: int = 900) -> None:
    """Leave nothing of a test to the next one in the same tab, but the page that is open; and nothing went wrong."""
    page = screen.page
    page.unroute_all()
    query = parse_qs(urlsplit(page.url).query)
    screen.left = {key: value for key, value in EVERYWHERE.items() if key in query}
    if STAYS & query.keys():
        page.goto(f"{screen.address}/_stcore/health")
    if page.url.startswith(screen.address):
        page.evaluate("localStorage.clear(), sessionStorage.clear(), document.activeElement?.blur()")
    page.mouse.move(0, 0)
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(media="null", color_scheme="light", reduced_motion="reduce", forced_colors="none")
    browser = page.context.new_cdp_session(page)
    browser.send("Page.resetNavigationHistory")
    browser.detach()
    for other in {*page.context.pages} - {page}:
        other.close()
    complaints, strangers = screen.complaints[:], screen.strangers[:]
    screen.complaints.clear()
    screen.strangers.clear()
    assert complaints == [], "the browser's console must stay empty"
    assert strangers == [], "no request may leave the server"
