"""Times in a real Chromium: from a key press to the painted picture, and from the server's start to the first one."""

import os
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlencode

import numpy as np
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.chromium import find
from tests.browser.conftest import QUIET, ROOT, serve
from tests.browser.test_pages import WITHOUT_BOX
from ui.contents import START, VIEWS
from ui.places import place_of

KEYS = "zebrasandowlsranhome"  # typed one by one at the end of the text; a space would change no picture
WORDS = "The hiking trail led us through bear country and then down to the river bank . "

# In the page: note the time of each key; look at each frame whether the picture shows what the box holds, and note
# the frame after that, when it is on the screen.
WATCH = """
(shown) => {
  const look = new Function('text', 'return ' + shown);
  window.times = [];
  let pressed = null;
  document.addEventListener('keydown', () => { pressed = performance.now(); }, true);
  const box = document.querySelector('input[aria-label="Your sentence"]');
  let waiting = false;
  box.addEventListener('input', () => { waiting = true; });
  const frame = () => {
    if (waiting && look(box.value.trimEnd())) {  // spaces at the end are not read
      waiting = false;
      const began = pressed;
      requestAnimationFrame(() => window.times.push(performance.now() - began));
    }
    requestAnimationFrame(frame);
  };
  frame();
}
"""
EMPTY_SHOWS = (
    "document.querySelector('[data-testid=stText]')?.textContent === text.trim()"  # st.text trims what it shows
)
# Boards stand in shadow roots. Those that do not show the sentence say so by an empty text.
PICTURES_SHOW = """(() => {
  const inside = root => [...root.querySelectorAll('*')].flatMap(e =>
    [...(e.dataset?.text ? [e] : []), ...(e.shadowRoot ? inside(e.shadowRoot) : [])]);
  if (!window.pictures?.every(e => e.isConnected)) {
    window.pictures = inside(document.querySelector('[data-testid=stMain]'));
  }
  return window.pictures.every(e => e.dataset.text === text);
})()"""


def _launch(playwright) -> Browser:
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return playwright.chromium.launch(executable_path=find(), args=[*QUIET, *(["--no-sandbox"] if root else [])])


def _keystrokes(page: Page, address: str, path: str, text: str, shown: str) -> np.ndarray:
    """Milliseconds from key to painted picture, one for each key."""
    page.goto(f"{address}/{path}{'&' if '?' in path else '?'}{urlencode({'text': text, 'english': text})}")
    page.wait_for_selector("input[aria-label='Your sentence']")
    page.wait_for_timeout(4000)
    page.evaluate(f"({WATCH})", shown)
    box = page.get_by_label("Your sentence")
    box.press("End")
    for count, key in enumerate(KEYS, start=1):
        box.press_sequentially(key)
        page.wait_for_function("count => window.times.length >= count", arg=count)
        page.wait_for_timeout(150)
    times = page.evaluate("window.times")
    letters = [time for time, key in zip(times, KEYS, strict=True) if key != " "]  # no picture waits for a space
    return np.array(letters[4:])  # the first keys also warm caches


def keystrokes() -> list[tuple[str, float, float, float, float]]:
    """Rows (what, empty median, start median, ratio of medians, ratio of 95th percentiles), in milliseconds."""
    rows = []
    with _pages() as (page, address):
        for tokens in (16, 64):
            empty = _keystrokes(page, address, "empty", _text(tokens), EMPTY_SHOWS)
            start = _keystrokes(page, address, "", _text(tokens), PICTURES_SHOW)
            ratio = np.median(start) / np.median(empty)
            tail = np.percentile(start, 95) / np.percentile(empty, 95)
            rows.append((f"{tokens} tokens", np.median(empty), np.median(start), ratio, tail))
    return rows


def every_view() -> list[tuple[str, float, float]]:
    """Rows (view, median in milliseconds, ratio to the empty page's median), for views with a sentence.

    The sentence has about 16 tokens where a language model reads it; where it is translated it has four to eight words,
    six in the middle.
    """
    rows = []
    with _pages() as (page, address):
        empty = np.median(_keystrokes(page, address, "empty", _text(16), EMPTY_SHOWS))
        for name in (name for name in VIEWS if name not in WITHOUT_BOX):
            place, view = place_of(name)
            text = "We saw two " if place == "translate" else _text(16)
            path = "" if name == START else place + (f"?{urlencode({'view': view})}" if view else "")
            painted = np.median(_keystrokes(page, address, path, text, PICTURES_SHOW))
            rows.append((name, painted, painted / empty))
    return rows


def beside_trainings() -> list[tuple[int, float, float]]:
    """Rows (others who train, median and 95th percentile in milliseconds), for keys on the start page at 16 tokens.

    Raises:
        RuntimeError: if a training ended while keys were pressed.
    """
    rows = []
    with _pages() as (page, address):
        for count in (0, 1, 5):
            others = [_training(page, address) for _ in range(count)]
            times = _keystrokes(page, address, "", _text(16), PICTURES_SHOW)
            if not all(other.get_by_role("button", name="Pause").is_visible() for other in others):
                raise RuntimeError("a training ended too soon")
            for other in others:
                other.close()
            rows.append((count, float(np.median(times)), float(np.percentile(times, 95))))
    return rows


def _training(page: Page, address: str) -> Page:
    """Another visitor's page, on which the longest of the tasks is being learned."""
    browser = page.context.browser
    assert browser
    other = browser.new_page(viewport={"width": 1440, "height": 900})
    other.goto(f"{address}/learning?task=addition")
    other.get_by_role("button", name="Train").click()
    other.get_by_role("button", name="Pause").wait_for()
    return other


def _text(tokens: int) -> str:
    """A text that has this many tokens in the middle of the typing."""
    return " ".join((WORDS * 5).split()[: tokens - 4])


@contextmanager
def _pages() -> Iterator[tuple[Page, str]]:
    """A laptop's browser, and the address of a server with all pages and an empty one."""
    process, address = serve(app=ROOT / "benchmarks" / "app.py")
    try:
        with sync_playwright() as playwright, closing(_launch(playwright)) as browser:
            yield browser.new_page(viewport={"width": 1440, "height": 900}), address
    finally:
        process.terminate()
        process.wait()


def startup() -> tuple[float, float]:
    """Seconds from `streamlit run` to an answering server, and to the first picture in the browser."""
    with sync_playwright() as playwright, closing(_launch(playwright)) as browser:
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        began = time.monotonic()
        process, address = serve(app=Path(ROOT / "app.py"))
        try:
            answered = time.monotonic() - began
            page.goto(address)
            page.locator("[data-text]").first.wait_for()
            return answered, time.monotonic() - began
        finally:
            process.terminate()
            process.wait()
