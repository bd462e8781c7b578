"""The live page, whose model runs in the browser: from a key to the picture, to the reason, and to what flips it."""

import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import numpy as np
from playwright.sync_api import Browser, Page, sync_playwright

import headlight
from benchmarks import browser as keys
from benchmarks import timing
from benchmarks.browser import tab

_ROOT = "document.querySelector('.pictures > div').shadowRoot"
_SHOWS = f"{_ROOT}.querySelector('.board').dataset.text === text"
_PICTURE = f"{_ROOT}._places[0].shadowRoot"
_REASON = f"{_SHOWS} && {_PICTURE}.querySelector('.says').textContent.startsWith('“')"  # not while somebody types
_FLIPS = f"{_SHOWS} && {_PICTURE}.querySelector('.legend').textContent.includes('flips')"
_READY = "document.querySelector('p.line')?.textContent === ''"  # the weights are read
_WORDS = "The old man led us to the bear in the big park and then to me . "  # a token each
_ROOM, _COUNT, _WARM = 4, 12, 2  # tokens that are typed, keys, and those that are not counted
_PAUSE, _AT_REST = 100, 1500  # milliseconds between keys, and before one after which the reason is waited for
# What shows each letter at once, without a model or a server: what is left is the browser's, and two frames of waiting.
_BARE = """<!doctype html><body data-testid="stApp"><input aria-label="Your sentence"><p class="line"></p>
<div class="pictures"><div></div></div><script>
const root = document.querySelector(".pictures > div").attachShadow({ mode: "open" });
root.innerHTML = "<div class=board></div>";
const [board, box] = [root.firstChild, document.querySelector("input")];
box.addEventListener("input", () => { board.textContent = board.dataset.text = box.value.trimEnd(); });
</script>"""


def table() -> str:
    """Return milliseconds, medians, on the page as one file."""
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        closing(keys.launch(playwright)) as browser,
    ):
        page, bare = headlight.live(Path(folder) / "live.html"), Path(folder) / "bare.html"
        bare.write_text(_BARE, "utf-8")
        measured = {
            "a key at 16 tokens": lambda: typed(browser, page, 16),
            "a key at 64 tokens": lambda: typed(browser, page, 64),
            "a key at 16 tokens, with the processor slowed six times": lambda: typed(browser, page, 16, slowed=6),
            "the reason after the last key, at 16 tokens (aim 150)": lambda: typed(browser, page, 16, _REASON),
            "which words flip it, after the last key, at 16 tokens": lambda: typed(browser, page, 16, _FLIPS),
            "the first picture": lambda: first(browser, page),
            "a key on a page that shows letters alone, without model or server": lambda: typed(browser, bare, 16),
        }
        return timing.table(["", "painted after"], [[what, f"{act():.0f} ms"] for what, act in measured.items()])


def typed(browser: Browser, page: Path, tokens: int, shown: str = _SHOWS, slowed: int = 1) -> float:
    """Milliseconds from a key at the end of the text to the frame that shows what is waited for."""
    live = opened(browser, page, shown, slowed)
    live.get_by_label("Your sentence").fill(" ".join((_WORDS * 8).split()[: tokens - _ROOM]))
    live.get_by_label("Your sentence").press("End")
    pause = _PAUSE if shown == _SHOWS else _AT_REST
    return timed(live, [partial(live.keyboard.type, key) for key in keys.KEYS[:_COUNT]], pause)


def opened(browser: Browser, page: Path, shown: str, slowed: int = 1) -> Page:
    """The page, its weights read; on a processor slowed so many times."""
    live = tab(browser)
    live.context.new_cdp_session(live).send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    live.goto(page.as_uri())
    live.wait_for_function(_READY, timeout=120_000)
    live.wait_for_timeout(_AT_REST)
    live.evaluate(f"({keys.WATCH})", shown)
    return live


def timed(page: Page, acts: list[Callable[[], object]], pause: int) -> float:
    """The median from an act to its picture, each at any moment of a frame; and close the page."""
    moments, found = np.random.default_rng(0), []
    for act in acts:
        page.wait_for_timeout(pause + moments.uniform(0, keys.FRAME))
        page.evaluate("window.times.length = 0")
        act()
        page.wait_for_function("window.times.length > 0")
        found.append(page.evaluate("window.times[0]"))
    page.close()
    return float(np.median(found[_WARM:]))


def first(browser: Browser, page: Path) -> float:
    """Milliseconds from the opening of the file to its picture."""
    found = []
    for _ in range(3):
        live, began = tab(browser), time.monotonic()
        live.goto(page.as_uri(), wait_until="commit")
        live.locator("[data-text]").first.wait_for()
        found.append(1000 * (time.monotonic() - began))
        live.close()
    return float(np.median(found))
