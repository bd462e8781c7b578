"""The page of a class in real browsers: its first picture on a far phone, and a board that twenty of them paint.

python -m benchmarks.class_page [--browsers 20]
"""

import argparse
import asyncio
import base64
import json
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from benchmarks.browser import launch
from benchmarks.class_room import ready
from benchmarks.live import far
from benchmarks.servers import ending
from benchmarks.timing import machine
from headlight.pictures import standalone
from headlight.rooms.rooms import Rooms
from headlight.rooms.shared import InRedis
from headlight.server import replicas
from headlight.state.registry import find
from headlight.state.state import State

_PORT, _PHONES, _BOARDS = 8751, 5, 5
_LATENCY, _SLOWED = 150, 4  # milliseconds there and back; a phone's processor is so many times slower
_SENTENCES = "The hiking trail led us through bear country", "The hiking trail led us through the old bear country"
# In the page: when a board with this text is painted, in milliseconds since the page was asked for, and since 1970.
_PAINTED = """text => new Promise(done => {
  const spots = () => [...document.querySelectorAll('#boards > div')].flatMap(e =>
    [...e.shadowRoot.querySelectorAll('[data-text] .picture')]);
  const shows = () => [...document.querySelectorAll('#boards > div')].some(e =>
    e.shadowRoot.querySelector('.board').dataset.text === text);
  const look = () => shows() && spots().length && spots().every(e => e.style.visibility !== 'hidden')
    ? requestAnimationFrame(() => done([performance.now(), performance.timeOrigin + performance.now()]))
    : requestAnimationFrame(look);
  look();
})"""
_FETCHED = """['navigation', 'resource'].flatMap(kind => performance.getEntriesByType(kind))
  .reduce((sum, each) => sum + each.transferSize, 0)"""


def main() -> None:
    """Start a server whose rooms are in Redis, where boards are written from here, and browsers that follow."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--browsers", type=int, default=20)
    count = parser.parse_args().browsers
    print(machine())
    with tempfile.TemporaryDirectory() as folder:
        redis, url = replicas.start_redis(Path(folder))
        server = replicas.start_replica(_PORT, url, "0" * 32)
        with ending(server, redis):
            asyncio.run(ready(_PORT))
            rooms = Rooms(InRedis(url))
            code, _ = rooms.open()
            with sync_playwright() as playwright:
                browser = launch(playwright)
                _far_phones(browser, rooms, code)
                _followers(browser, rooms, code, count)


def _show(rooms: Rooms, code: str, text: str) -> int:
    """Show a sentence to the class, as a teacher's page does; how many bytes go over each line."""
    state = State.of(find("attention"), text=text)
    message = state.view.board(state).message()
    board = base64.b64encode(standalone.packed({"boards": {"main": [0, len(message)]}}, message))
    names = standalone.pictures_of([message])
    about = {"title": "Attention", "text": text, "view": "attention", "state": state.written(), "pictures": names}
    rooms.write(code, {"board": board, "about": json.dumps(about).encode()})
    return len(board)


@contextmanager
def _phone(browser: Browser) -> Iterator[Page]:
    """One with nothing kept of an earlier visit."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    yield context.new_page()
    context.close()


def _far_phones(browser: Browser, rooms: Rooms, code: str) -> None:
    """Print how long a far phone waits for its first picture, and for a model of its own."""
    bytes_of_board, painted, alone, kilobytes = _show(rooms, code, _SENTENCES[0]), [], [], 0.0
    with far(f"http://127.0.0.1:{_PORT}", _LATENCY) as there:
        for _ in range(_PHONES):
            with _phone(browser) as page:
                page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": _SLOWED})
                page.goto(f"{there}/class/{code}", wait_until="commit")
                painted.append(page.evaluate(_PAINTED, _SENTENCES[0])[0] / 1000)
                kilobytes = (page.evaluate(_FETCHED) + bytes_of_board) / 1000
                began = time.perf_counter()
                page.get_by_role("button", name="Explore on my own").click()
                page.wait_for_selector("#alone .board[data-text]")
                expect(page.locator("#alone p.line")).to_have_text("", timeout=120_000)
                alone.append(time.perf_counter() - began)
    where = f"a phone {_LATENCY} ms away, its processor slowed {_SLOWED} times"
    print(f"{where}: first picture after {statistics.median(painted):.2f} s (limit 2), {kilobytes:.0f} kB (limit 700)")
    print(f"look around alone there: the model of one's own is read after {statistics.median(alone):.1f} s")


def _followers(browser: Browser, rooms: Rooms, code: str, count: int) -> None:
    """Print when the first and the last of many browsers have painted a board."""
    contexts = [browser.new_context(viewport={"width": 390, "height": 844}) for _ in range(count)]
    pages, firsts, lasts = [context.new_page() for context in contexts], [], []
    for page in pages:
        page.goto(f"http://127.0.0.1:{_PORT}/class/{code}")
        page.evaluate(_PAINTED, _SENTENCES[0])
    for number in range(_BOARDS):
        text = _SENTENCES[1 - number % 2]
        for page in pages:
            page.evaluate(f"text => {{ window.painted = ({_PAINTED})(text) }}", text)
        written = 1000 * time.time()
        _show(rooms, code, text)
        found = sorted(page.evaluate("window.painted")[1] - written for page in pages)
        firsts.append(found[0])
        lasts.append(found[-1])
    first, last = statistics.median(firsts), statistics.median(lasts)
    print(f"{count} browsers on this machine paint a board: the first after {first:.0f}, the last after {last:.0f} ms")
    for context in contexts:
        context.close()


if __name__ == "__main__":
    main()
