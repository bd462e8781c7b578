"""Times in a real Chromium, from a key press to the painted picture, and from the drag of a slider."""

import os
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from urllib.parse import urlencode

import numpy as np
from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks import timing
from benchmarks.chromium import QUIET
from benchmarks.chromium import find as find_chromium
from benchmarks.servers import ROOT, ending, serve
from headlight.state.address import AT

KEYS = "zebrasandowlsranhome"  # typed one by one at the end of the text; a space would change no picture
RUN = 5  # letters that come one after another, as one types, before the other page has its turn
RESTED = 1000  # milliseconds after which a page that waited for a pause of typing has drawn what that brings
_AIMS = {"16 tokens": 1.5, "64 tokens": 2.0}  # times the empty page, at most
FRAME = 1000 / 60  # milliseconds
EMPTY = {"empty": "true"}  # the query of the empty page; that of the start page is empty
WORDS = "The hiking trail led us through bear country and then down to the river bank . "

# In the page: note the time of each key; look at each frame from then on whether the picture shows what the box holds,
# and note the frame after that, when it is on the screen.
WATCH = """
(shown) => {
  const look = new Function('text', 'return ' + shown);
  window.times = [];
  let pressed = null;
  document.addEventListener('keydown', () => { pressed = performance.now(); }, true);
  const box = document.querySelector('input[aria-label="Your sentence"]');
  let waiting = false;
  const frame = () => {
    if (!look(box.value.trimEnd())) return requestAnimationFrame(frame);  // spaces at the end are not read
    waiting = false;
    const began = pressed;
    requestAnimationFrame(() => window.times.push(performance.now() - began));
  };
  box.addEventListener('input', () => {  // no frame is looked at in a pause: that would be counted as work of the page
    if (waiting) return;
    waiting = true;  // first: a page without a model shows the letter before this hears it
    frame();
  });
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


def launch(playwright) -> Browser:
    """A Chromium as the tests have it."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return playwright.chromium.launch(
        executable_path=find_chromium(), args=[*QUIET, *(["--no-sandbox"] if root else [])]
    )


def open_with(page: Page, address: str, query: Mapping[str, str], text: str) -> None:
    """Open a page with this text in its box."""
    page.goto(f"{address}/?{urlencode({**query, 'text': text, 'english': text})}")
    page.wait_for_selector("input[aria-label='Your sentence']")


def _keystrokes(*pages: tuple[Page, str]) -> list[np.ndarray]:
    """Milliseconds from key to painted picture, one for each key, of open pages and how each shows its text.

    A few letters are typed on one page, then on the other, so that what else the machine does at a time slows all
    alike, and no letter comes just when what a pause of typing brings is drawn. Each is pressed at any moment of a
    frame, because Chromium holds a key back until a frame ends: pages that are always pressed at the same moment differ
    by whole frames, as luck has it.
    """
    moments = np.random.default_rng(0)
    pages[0][0].wait_for_timeout(4000)
    for page, shown in pages:
        page.evaluate(f"({WATCH})", shown)
        page.get_by_label("Your sentence").press("End")
    for before in range(0, len(KEYS), RUN):
        for page, _ in pages:
            for count, key in enumerate(KEYS[before : before + RUN], start=before + 1):
                page.get_by_label("Your sentence").press_sequentially(key)
                page.wait_for_function("count => window.times.length >= count", arg=count)
                page.wait_for_timeout(150 + moments.uniform(0, FRAME))
            page.wait_for_timeout(RESTED)
    return [np.array(page.evaluate("window.times")[4:]) for page, _ in pages]  # the first keys also warm caches


DRAGGED = {"next_word": "Attention temperature", "growing_up": "Steps of training"}
# In the page: from where a slider is moved to the frame after that in which its part of the page was drawn anew.
WATCH_DRAG = """() => {
  window.times = [];
  let began = null;
  addEventListener('moved', () => { began ??= performance.now(); });
  addEventListener('answered', () => {
    if (began === null) return;
    const since = began;
    began = null;
    requestAnimationFrame(() => requestAnimationFrame(() => window.times.push(performance.now() - since)));
  });
}"""


def drags() -> Iterator[tuple[str, float]]:
    """Rows (dial, median in milliseconds from a drag to the painted picture)."""
    with app() as (browser, address):
        for name, dial in DRAGGED.items():
            page = tab(browser)
            open_with(page, address, {AT: name}, text_of(16))
            page.wait_for_timeout(4000)
            yield dial, float(np.median(_dragged(page, dial)))
            page.close()


def _dragged(page: Page, dial: str) -> np.ndarray:
    """Milliseconds from each of a slider's places to the painted picture, while it is dragged there and back."""
    slider = page.get_by_role("slider", name=dial)
    box = slider.bounding_box()
    assert box
    page.evaluate(WATCH_DRAG)
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] / 2, middle)
    page.mouse.down()
    for share in (*np.linspace(0.05, 0.95, 10), *np.linspace(0.85, 0.05, 9)):
        before, painted = slider.get_attribute("aria-valuetext"), page.evaluate("window.times.length")
        page.mouse.move(box["x"] + share * box["width"], middle)
        if slider.get_attribute("aria-valuetext") != before:
            page.wait_for_function("painted => window.times.length > painted", arg=painted)
    page.mouse.up()
    return np.array(page.evaluate("window.times")[2:])


def _beside_empty(browser: Browser, address: str, query: Mapping[str, str], text: str) -> list[np.ndarray]:
    """Time the empty page and another in turns, whose boxes hold the same text."""
    tabs = [(tab(browser), EMPTY_SHOWS), (tab(browser), PICTURES_SHOW)]
    for (page, _), where in zip(tabs, (EMPTY, query), strict=True):
        open_with(page, address, where, text)
    times = _keystrokes(*tabs)
    for page, _ in tabs:
        page.close()
    return times


def tab(browser: Browser) -> Page:
    """A laptop's screen."""
    return browser.new_page(viewport={"width": 1440, "height": 900})


def keystrokes() -> Iterator[tuple[str, float, float]]:
    """Rows (what, median of the empty page, median of the start), in milliseconds."""
    with app() as (browser, address):
        for tokens in (16, 64):
            empty, start = map(np.median, _beside_empty(browser, address, {}, text_of(tokens)))
            yield f"{tokens} tokens", float(empty), float(start)


def text_of(tokens: int) -> str:
    """A text that has this many tokens in the middle of the typing."""
    return " ".join((WORDS * 5).split()[: tokens - 4])


@contextmanager
def app() -> Iterator[tuple[Browser, str]]:
    """A browser, and the address of a server of the app with an empty page beside it."""
    process, address = serve(app=ROOT / "benchmarks" / "app.py")
    with ending(process), sync_playwright() as playwright, closing(launch(playwright)) as browser:
        yield browser, address


def table() -> str:
    """Return how soon a key and a drag are painted."""
    lines = [
        [f"a key, {what}", f"{start:.0f} ms", f"{start / empty:.2f}", f"{_AIMS[what]:.1f}"]
        for what, empty, start in keystrokes()
    ]
    lines += [[f"a drag of *{dial}*", f"{taken:.0f} ms", "", ""] for dial, taken in drags()]
    return timing.table(["", "painted", "times the empty page", "aim"], lines)
