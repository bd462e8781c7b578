"""The live page, whose model runs in the browser, against an empty page of the server: python -m benchmarks.live.

`--short` presses few keys, to see that everything runs.
"""

import argparse
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import numpy as np
from playwright.sync_api import Browser, Page

import headlight
from benchmarks import browser as keys
from benchmarks.browser import EMPTY_SHOWS, PICTURES_SHOW, WORDS, tab

LIVE_SHOWS = "document.querySelector('.pictures > div').shadowRoot.querySelector('.board').dataset.text === text"
_ADVANCE = 3  # keys into a word that is typed in the middle
# Replace all of the box at once, as pasting does; milliseconds until the frame that shows it.
_PASTE = """([text, shown]) => new Promise(done => {
  const look = new Function('text', 'return ' + shown);
  const box = document.querySelector('input[aria-label="Your sentence"]');
  box.focus();
  box.select();
  const began = performance.now();
  document.execCommand('insertText', false, text);
  const end = () => done(performance.now() - began);
  const frame = () => requestAnimationFrame(look(text) ? end : frame);
  frame();
})"""


def text(tokens: int) -> str:
    """About so many tokens of ordinary English; the examples of the app are a token a word."""
    return " ".join((WORDS * 10).split()[: tokens - 4])


def opened(browser: Browser, page: Path, sentence: str, view: str = "start", slowed: int = 1) -> Page:
    """The live page with a sentence, its weights read; on a processor slowed so many times."""
    live = tab(browser)
    if slowed > 1:
        live.context.new_cdp_session(live).send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    live.goto(page.as_uri() + f"#{view}?text={sentence.replace(' ', '+')}")
    live.wait_for_function("document.querySelector('p.line')?.textContent === ''", timeout=120_000)
    return live


def typed(pages: list[tuple[Page, str]], count: int, middle: bool = False) -> list[np.ndarray]:
    """Milliseconds from key to painted picture, for each page, at the end of its text or in the middle."""
    for page, shown in pages:
        page.evaluate(f"({keys.WATCH})", shown)
        box = page.get_by_label("Your sentence")
        box.press("End")
        length = len(box.input_value())
        for _ in range(length // 2 + _ADVANCE if middle else 0):
            box.press("ArrowLeft")
        page.evaluate("window.times.length = 0")
    moments = np.random.default_rng(0)
    for number, key in enumerate(keys.KEYS[:count], start=1):
        for page, _ in pages:
            page.get_by_label("Your sentence").press_sequentially(key)
            page.wait_for_function("count => window.times.length >= count", arg=number)
            page.wait_for_timeout(150 + moments.uniform(0, keys.FRAME))
    return [np.array(page.evaluate("window.times")[2:]) for page, _ in pages]


def pasted(pages: list[tuple[Page, str]], sentence: str, count: int) -> list[np.ndarray]:
    """The same for a sentence that is pasted over another one, in turns."""
    others = (sentence, f"He {sentence}")
    return [
        np.array([page.evaluate(_PASTE, [others[turn % 2], shown]) for turn in range(count)]) for page, shown in pages
    ]


def rows(page: Path, count: int) -> Iterator[str]:
    """Live page and start page of the app, each as a ratio to the empty page in the same turns."""
    with keys.app() as (browser, address):
        for tokens in (8, 16, 64, 120):
            sentence = text(tokens)
            for how in ("at the end", "in the middle", "pasted"):
                pages = [(tab(browser), EMPTY_SHOWS), (tab(browser), PICTURES_SHOW)]
                for (each, _), path in zip(pages, ("empty", ""), strict=True):
                    keys.open_with(each, address, path, sentence)
                pages.append((opened(browser, page, sentence), LIVE_SHOWS))
                pages[0][0].wait_for_timeout(2000)
                middle = how == "in the middle"
                found = pasted(pages, sentence, count) if how == "pasted" else typed(pages, count, middle)
                empty, *others = (float(np.median(times)) for times in found)
                ours = "".join(f"{times:8.1f} ({times / empty:.2f})" for times in others)
                yield f"{tokens:4} tokens {how:14}{empty:8.1f}{ours}"
                for each, _ in pages:
                    each.close()
        for slowed in (4, 6):
            for view in ("start", "all_heads"):
                live = opened(browser, page, text(16), view, slowed)
                (times,) = typed([(live, LIVE_SHOWS)], count)
                yield f"slowed {slowed} times, 16 tokens, {view:10} live {np.median(times):8.1f}"
                live.close()
        for latency in (0, 40, 150):
            with far(address, latency) as there:
                start = tab(browser)
                keys.open_with(start, there, "", text(16))
                start.wait_for_timeout(3000)
                (times,) = typed([(start, PICTURES_SHOW)], count)
                yield f"app at 16 tokens, {latency:3} ms away {np.median(times):8.1f}"
                start.close()
        yield from first_picture(browser, page)


def first_picture(browser: Browser, page: Path) -> Iterator[str]:
    """Bytes, seconds from the disk to the first picture and to the first own one, memory."""
    live = tab(browser)
    began = time.monotonic()
    live.goto(page.as_uri(), wait_until="commit")
    shown = LIVE_SHOWS.replace("=== text", "=== document.querySelector('input').value")
    live.wait_for_function(f"document.querySelector('.pictures > div') && {shown}")
    painted = time.monotonic() - began
    live.wait_for_function("document.querySelector('p.line')?.textContent === ''", timeout=60_000)
    ready = time.monotonic() - began
    heap = live.evaluate("performance.memory.usedJSHeapSize / 1e6")
    size = f"{page.stat().st_size / 1e6:.2f} MB"
    yield f"{size}; first picture {painted:.2f} s, typing from {ready:.2f} s; heap {heap:.0f} MB"
    live.close()


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


def main() -> None:
    """Print all rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true", help="few keys")
    count = 5 if parser.parse_args().short else len(keys.KEYS)
    with tempfile.TemporaryDirectory() as folder:
        page = headlight.live(Path(folder) / "live.html")
        print("key press -> painted (milliseconds, median; in brackets times the empty page of the server)")
        print(f"{'':26}{'empty':>8}{'start page':>15}{'live page':>15}")
        for row in rows(page, count):
            print(row, flush=True)


if __name__ == "__main__":
    main()
