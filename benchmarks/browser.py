"""Times in a real Chromium: from a key press to the painted picture, and from the server's start to the first one."""

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlencode

import numpy as np
from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.chromium import QUIET
from benchmarks.chromium import find as find_chromium
from benchmarks.servers import ROOT, ending, serve
from headlight.app.links import VIEWS
from headlight.state.address import AT
from headlight.state.registry import find

KEYS = "zebrasandowlsranhome"  # typed one by one at the end of the text; a space would change no picture
RUN = 5  # letters that come one after another, as one types, before the other page has its turn
RESTED = 1000  # milliseconds after which a page that waited for a pause of typing has drawn what that brings
EFFECTS: list[tuple[str, dict[str, str]]] = [
    ("all_heads", {"by_effect": "true"})
]  # a backward pass and a few cells run again; may take 2.5 times
FRAME = 1000 / 60  # milliseconds
EMPTY = {"empty": "true"}  # the query of the empty page; that of the start page is empty
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


DRAGGED = {"scaling": "Attention temperature", "growing_up": "Steps of training", "one_step": "Learning rate"}
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


def drags() -> Iterator[tuple[str, float, float]]:
    """Rows (view, median in milliseconds from a drag to the painted picture, ratio to a key on the empty page)."""
    with app() as (browser, address):
        for name, dial in DRAGGED.items():
            empty, page = tab(browser), tab(browser)
            open_with(empty, address, EMPTY, text_of(16))
            open_with(page, address, {AT: name}, text_of(16))
            keys = _keystrokes((empty, EMPTY_SHOWS))[0]
            times = _dragged(page, dial)
            yield name, float(np.median(times)), float(np.median(times) / np.median(keys))
            empty.close()
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


def keystrokes() -> Iterator[tuple[str, float, float, float, float]]:
    """Rows (what, empty median, start median, ratio of medians, ratio of 95th percentiles), in milliseconds."""
    with app() as (browser, address):
        for tokens in (16, 64):
            empty, start = _beside_empty(browser, address, {}, text_of(tokens))
            ratio = np.median(start) / np.median(empty)
            tail = np.percentile(start, 95) / np.percentile(empty, 95)
            yield f"{tokens} tokens", float(np.median(empty)), float(np.median(start)), float(ratio), float(tail)


def every_view() -> Iterator[tuple[str, float, float]]:
    """Rows (view, median in milliseconds, ratio to the empty page's median), for views with a sentence.

    The sentence has about 16 tokens where a language model reads it; where it is translated it has four to eight words,
    six in the middle.
    """
    with app() as (browser, address):
        for name, keys in [*((name, {}) for name in VIEWS if find(name).box), *EFFECTS]:
            text = "We saw two " if find(name).page == "translate" else text_of(16)
            empty, painted = map(np.median, _beside_empty(browser, address, {AT: name, **keys}, text))
            yield name + (", effects" if "by_effect" in keys else ""), float(painted), float(painted / empty)


# In the page of somebody who trains: a run that has ended is begun anew; counted is how often one was seen to go.
# A button that was pressed is not pressed again before the page has answered: Train would be Pause.
TRAIN_ON = """async () => {
  const wait = milliseconds => new Promise(done => setTimeout(done, milliseconds));
  const named = words => [...document.querySelectorAll('button')].find(each => each.textContent.trim() === words);
  for (window.looks = window.going = 0; ; window.looks += 1, await wait(100)) {
    if (named('Pause')) { window.going += 1; continue; }
    const button = named('Reset') ?? named('Train'), words = button?.textContent;
    button?.click();
    while (button?.isConnected && button.textContent === words) { window.looks += 1; await wait(100); }
  }
}"""


def beside_trainings() -> Iterator[tuple[int, float, float, float]]:
    """Rows (others who train, share of the time in which they did, median and 95th percentile in milliseconds).

    For keys on the start page at 16 tokens.
    """
    with app() as (browser, address):
        for count in (0, 1, 5):
            others, page = [_training(browser, address) for _ in range(count)], tab(browser)
            open_with(page, address, {}, text_of(16))
            (times,) = _keystrokes((page, PICTURES_SHOW))
            shares = [other.evaluate("window.going / window.looks") for other in others]
            for each in (page, *others):
                each.close()
            yield count, min(shares, default=0.0), float(np.median(times)), float(np.percentile(times, 95))


def _training(browser: Browser, address: str) -> Page:
    """Another visitor's page, on which the longest of the tasks is being learned, again and again."""
    other = tab(browser)
    other.goto(f"{address}/?at=learning&task=addition")
    other.get_by_role("button", name="Train").click()
    other.get_by_role("button", name="Pause").wait_for()
    other.evaluate(f"void ({TRAIN_ON})()")
    return other


def text_of(tokens: int) -> str:
    """A text that has this many tokens in the middle of the typing."""
    return " ".join((WORDS * 5).split()[: tokens - 4])


@contextmanager
def app(entry: str = "benchmarks/app.py") -> Iterator[tuple[Browser, str]]:
    """A browser, and the address of a server of the app with an empty page beside it, or of another."""
    process, address = serve(app=ROOT / entry)
    with ending(process), sync_playwright() as playwright, closing(launch(playwright)) as browser:
        yield browser, address


def startup() -> tuple[float, float]:
    """Seconds from `streamlit run` to an answering server, and to the first picture in the browser."""
    with sync_playwright() as playwright, closing(launch(playwright)) as browser:
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        began = time.monotonic()
        process, address = serve(app=Path(ROOT / "app.py"))
        with ending(process):
            answered = time.monotonic() - began
            page.goto(address)
            page.locator("[data-text]").first.wait_for()
            return answered, time.monotonic() - began
