"""The live page, whose model runs in the browser, against an empty page of the server: python -m benchmarks.live.

`--short` presses few keys, to see that everything runs.
"""

import argparse
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import numpy as np
from playwright.sync_api import Browser, Page

import headlight
from benchmarks import browser as keys
from benchmarks.browser import EMPTY, EMPTY_SHOWS, PICTURES_SHOW, tab
from headlight.outside.live_page import site

LIVE_SHOWS = "document.querySelector('.pictures > div').shadowRoot.querySelector('.board').dataset.text === text"
_READY = "document.querySelector('p.line')?.textContent === ''"  # the weights are read
_WORDS = "The old man led us to the bear in the big park and then to me . "  # a token each
_ROOM = 4  # tokens that are typed
_PAUSE, _WARM = 100, 2  # milliseconds between keys; keys that are not counted
_MIDDLE = 3  # letters into a word
_PASTE = """text => {
  const box = document.querySelector('input[aria-label="Your sentence"]');
  box.focus();
  box.select();
  document.dispatchEvent(new KeyboardEvent('keydown'));
  document.execCommand('insertText', false, text);
}"""
_FETCHED = "performance.getEntries().reduce((sum, entry) => sum + (entry.transferSize ?? 0), 0) / 1e6"
# What shows each letter at once, without a model or a server: what is left is the browser's, and two frames of waiting.
_BARE = """<!doctype html><body data-testid="stApp"><input aria-label="Your sentence"><p class="line"></p>
<div class="pictures"><div></div></div><script>
const root = document.querySelector(".pictures > div").attachShadow({ mode: "open" });
root.innerHTML = "<div class=board></div>";
const [board, box] = [root.firstChild, document.querySelector("input")];
box.addEventListener("input", () => { board.textContent = board.dataset.text = box.value.trimEnd(); });
</script>"""
Row = tuple[str, str, list[float], float]  # what, how, one for each of _PAGES, the most that the live one may
_PAGES = "empty page", "start page", "live page", "no model"


def text(tokens: int) -> str:
    """A text that has this many tokens in the middle of the typing."""
    return " ".join((_WORDS * 8).split()[: tokens - _ROOM])


def opened(browser: Browser, page: Path, slowed: int = 1) -> Page:
    """The live page, its weights read; on a processor slowed so many times."""
    live = tab(browser)
    live.context.new_cdp_session(live).send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    live.goto(page.as_uri())
    live.wait_for_function(_READY, timeout=120_000)
    live.evaluate(f"({keys.WATCH})", LIVE_SHOWS)
    return live


def served(browser: Browser, address: str, query: Mapping[str, str], shown: str) -> Page:
    """A page of the server, at rest."""
    page = tab(browser)
    keys.open_with(page, address, query, text(8))
    page.wait_for_timeout(3000)
    page.evaluate(f"({keys.WATCH})", shown)
    return page


def timed(pages: list[Page], acts: list[Callable[[Page], object]]) -> list[float]:
    """Of each page the median of milliseconds from an act to its picture: in turns, at any moment of a frame."""
    moments = np.random.default_rng(0)
    times: list[list[float]] = [[] for _ in pages]
    for act in acts:
        for page, found in zip(pages, times, strict=True):
            page.evaluate("window.times.length = 0")
            act(page)
            page.wait_for_function("window.times.length > 0")
            found.append(page.evaluate("window.times[0]"))
            page.wait_for_timeout(_PAUSE + moments.uniform(0, keys.FRAME))
    return [float(np.median(found[_WARM:])) for found in times]


def pasted(pages: list[Page], sentence: str, count: int) -> list[float]:
    """A sentence is pasted over another one, so many times; it stands in the box at the end."""
    others = (sentence, f"He {sentence}")
    return timed(
        pages, [partial(Page.evaluate, expression=_PASTE, arg=others[turn % 2]) for turn in range(count, -1, -1)]
    )


def typed(pages: list[Page], count: int, *, middle: bool = False) -> list[float]:
    """So many keys at the end of the text, or inside a word in the middle of it."""
    for page in pages:
        box = page.get_by_label("Your sentence")
        place = len(box.input_value()) // 2 + _MIDDLE if middle else len(box.input_value())
        box.evaluate("(box, place) => (box.focus(), box.setSelectionRange(place, place))", place)
    return timed(pages, [partial(pressed, key=key) for key in keys.KEYS[:count]])


def pressed(page: Page, key: str) -> None:
    """A key where the caret is."""
    page.keyboard.type(key)


def rows(page: Path, count: int) -> Iterator[Row]:
    """Measure how long a reader waits, in milliseconds, and what it takes."""
    with keys.app() as (browser, address):
        yield from beginnings(browser, address, page)
        pages = [served(browser, address, EMPTY, EMPTY_SHOWS), served(browser, address, {}, PICTURES_SHOW)]
        bare = page.with_name("bare.html")
        bare.write_text(_BARE, "utf-8")
        pages += [opened(browser, page), opened(browser, bare)]
        for tokens in (8, 16, 64, 128):
            aim = {16: 0.5, 64: 1.0}.get(tokens, np.nan)  # times the empty page
            for how in ("pasted", "at the end", "in the middle"):
                found = pasted(pages, text(tokens), count)
                if how != "pasted":
                    found = typed(pages, count, middle=how == "in the middle")
                yield f"{tokens} tokens", how, found, aim * found[0]
        for each in pages:
            each.close()
        for slowed in (4, 6):
            live = opened(browser, page, slowed)
            for view in ("start", "all_heads"):
                live.get_by_role("link", name=view.replace("_", " "), exact=False).click()
                pasted([live], text(16), _WARM)
                found = [np.nan, np.nan, *typed([live], count)]
                yield f"slowed {slowed} times", f"{view}, 16 tokens", found, 200.0 if slowed == 6 else np.nan
            live.close()
        for latency in (0, 40, 150):
            with far(address, latency) as there:
                both = [served(browser, there, {}, PICTURES_SHOW), opened(browser, page)]
                pasted(both, text(16), _WARM)
                yield f"{latency} ms away", "16 tokens", [np.nan, *typed(both, count)], np.nan
                for each in both:
                    each.close()


def beginnings(browser: Browser, address: str, page: Path) -> Iterator[Row]:
    """Milliseconds and bytes to the first picture, and the memory of a page's process."""
    addresses = (f"{address}/?empty=true&text=bear", address, page.as_uri())
    painted, typing, fetched, memory = np.transpose([begun(browser, each) for each in addresses])
    yield "first picture", "ms", list(painted), 1000.0
    yield "the box is live", "ms", list(typing), np.nan
    yield "fetched", "MB", [*fetched[:2], page.stat().st_size / 1e6], 12.5
    with tempfile.TemporaryDirectory() as folder:
        files = [file for file in site(folder, read=False).rglob("*") if file.is_file()]
        files = [file for file in files if file.suffix != ".safetensors"]
        light = sum(file.stat().st_size for file in files) / 1e6
    yield "fetched, as a folder", "MB", [np.nan, np.nan, light], 0.7
    yield "memory", "MB", list(memory), np.nan


def begun(browser: Browser, address: str) -> tuple[float, float, float, float]:
    """Milliseconds until a page shows what it has and one can type, megabytes that it fetched and that it holds."""
    found = []
    for _ in range(3):
        before, page = _renderers(browser), tab(browser)
        began = time.monotonic()
        page.goto(address, wait_until="commit")
        page.locator("[data-text], [data-testid=stText]").first.wait_for()
        painted = time.monotonic() - began
        page.wait_for_function(f"!document.querySelector('p.line') || {_READY}", timeout=60_000)
        typing = time.monotonic() - began
        page.wait_for_timeout(500)
        (process,) = _renderers(browser) - before
        found.append((1000 * painted, 1000 * typing, page.evaluate(_FETCHED), _private(process)))
        page.close()
    return tuple(np.median(found, axis=0))


def _renderers(browser: Browser) -> set[int]:
    """The processes of open pages."""
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return {each["id"] for each in processes if each["type"] == "renderer"}


def _private(process: int) -> float:
    """Megabytes that a process shares with no other."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text("ascii").splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private")) / 1000


@contextmanager
def far(address: str, milliseconds: int) -> Iterator[str]:
    """The address of the same server with so many milliseconds of latency to it and back, by a proxy that waits."""
    host, _, port = address.removeprefix("http://").partition(":")
    gate = socket.create_server(("127.0.0.1", 0))

    def pass_on(source: socket.socket, target: socket.socket) -> None:
        late: list[tuple[float, bytes]] = []
        filled = threading.Condition()

        def deliver() -> None:
            while True:
                with filled:
                    filled.wait_for(lambda: late)
                    due, chunk = late.pop(0)
                time.sleep(max(0.0, due - time.monotonic()))
                with suppress(OSError):
                    target.sendall(chunk) if chunk else target.shutdown(socket.SHUT_WR)
                if not chunk:
                    return

        threading.Thread(target=deliver, daemon=True).start()
        while True:
            try:
                chunk = source.recv(65536)
            except OSError:
                chunk = b""
            with filled:
                late.append((time.monotonic() + milliseconds / 2000, chunk))
                filled.notify()
            if not chunk:
                return

    def serve() -> None:
        with suppress(OSError):
            while True:
                visitor, _ = gate.accept()
                server = socket.create_connection((host, int(port)))
                for pair in ((visitor, server), (server, visitor)):
                    run: Callable[..., None] = pass_on
                    threading.Thread(target=run, args=pair, daemon=True).start()

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{gate.getsockname()[1]}"
    finally:
        gate.close()


def in_columns(what: str, how: str, found: list[float], most: float) -> str:
    """A row of the table; in brackets the ratio to the empty page."""
    found = [*found, *[np.nan] * (len(_PAGES) - len(found))]
    cells = [f"{each:.1f}" if np.isfinite(each) else "" for each in (*found, most)]
    for place in range(1, len(_PAGES)):
        if cells[0] and cells[place]:
            cells[place] += f" ({found[place] / found[0]:.2f})"
    return f"{what:22}{how:22}" + "".join(f"{cell:>17}" for cell in cells)


def main() -> None:
    """Print all rows as one table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true", help="few keys")
    count = 4 if parser.parse_args().short else 12
    print("key press -> painted (milliseconds, median; in brackets times the empty page), and what a page takes")
    print(f"{'':44}" + "".join(f"{title:>17}" for title in (*_PAGES, "live, at most")))
    with tempfile.TemporaryDirectory() as folder:
        for row in rows(headlight.live(Path(folder) / "live.html"), count):
            print(in_columns(*row), flush=True)


if __name__ == "__main__":
    main()
