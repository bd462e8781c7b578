"""Each view on a small laptop and on a phone, in one visit: what it is about is seen, and all can be read and hit."""

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import parse_qsl

import pytest
from playwright.sync_api import Browser, expect

from headlight.frame.registry import find
from tests.browser.screen import Screen
from tests.browser.sheets import UNDRAWN
from tests.browser.test_slides import SEEN, cut
from tests.browser.test_touch import LOW

# How many pictures, but for rows of chips, a view is about: so many are whole in the window of a small laptop.
SEEN_ON_A_LAPTOP = {
    "all_heads": 3,
    "word_sums": 2,
    "contextual": 2,
    "positions": 2,
    "every_position": 5,
    "beyond_training": 3,
    "attention": 2,
    "four_words": 2,
    "dictionary": 6,
    "masking": 4,
    "peeking": 1,
    "scaling": 2,
    "scaling_lab": 3,
    "two_temperatures": 4,
    "heads": 3,
    "patching": 3,
    "block": 2,
    "residual_off": 2,
    "layer_norm": 3,
    "feed_forward": 2,
    "next_word": 2,
    "attributed": 3,
    "opened": 1,
    "lens": 2,
    "agreement": 2,
    "learning": 4,
    "growing_up": 1,
    "one_step": 3,
    "decoding": 2,
    "encoder_decoder": 2,
    "recurrence": 4,
    "gradients": 2,
    "scoring": 2,
    "dense": 3,
}

# The views whose type is measured on both.
READ = {
    *("all_heads", "embeddings", "positions", "every_position", "by_hand", "masking", "heads", "learning"),
    *("attributed", "decoding", "dictionary?arithmetic=true", "dense?arithmetic=true", "glossary"),
}
# Those on which a finger is tried.
HIT = {
    *("start", "all_heads", "heads?story=one-head", "scaling_lab", "positions", "encoder_decoder", "growing_up"),
    *("path", "learning", "four_words", "attributed", "every_position"),
}
VISITS = [*SEEN_ON_A_LAPTOP, *sorted((READ | HIT) - {*SEEN_ON_A_LAPTOP}, key=lambda address: "?" in address)]
LAPTOP, PHONE = {"width": 1024, "height": 768}, {"width": 390, "height": 844}
LEAST, OF_AN_INDEX = 11, 9  # pixels of type: in an index of an index fewer
IN_WORDS = ("dictionary?arithmetic=true", "glossary")  # without a canvas
# Put into the page before any script: each canvas notes the size of all that is written on it, in pixels of the screen.
RECORDER = """
const { fillText } = CanvasRenderingContext2D.prototype;
CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
  const { a, b } = this.getTransform();
  const size = parseFloat(/([\\d.]+)px/.exec(this.font)[1]) * Math.hypot(a, b) / devicePixelRatio;
  (this.canvas.written ??= []).push([text, size]);
  return fillText.call(this, text, ...place);
};
"""
# What is written on canvases; and of each element that is seen and has words of its own: they, the size of its type,
# and whether it is in a formula.
WRITTEN = """() => {
  const all = (root) => [...root.querySelectorAll('*')].flatMap((e) => [e, ...(e.shadowRoot ? all(e.shadowRoot) : [])]);
  const own = (e) => [...e.childNodes].some((node) => node.nodeType === 3 && /[^\\s\\u200b]/.test(node.data));
  const main = all(document.querySelector('[data-testid=stMain]'));
  const words = main.filter((e) => own(e) && e.checkVisibility() && e.getBoundingClientRect().width)
    .map((e) => [e.textContent.trim(), parseFloat(getComputedStyle(e).fontSize), !!e.closest('math, .katex, sub')]);
  return [main.flatMap((e) => e.written ?? []), words];
}"""


@pytest.fixture
def noted(browser: Browser, server: str) -> Iterator[Screen]:
    """A tab in which the sizes of type are noted."""
    page = browser.new_page(viewport=LAPTOP, reduced_motion="reduce")
    page.add_init_script(RECORDER)
    yield Screen(page, server)
    page.close()


@contextmanager
def on_a_phone(screen: Screen) -> Iterator[None]:
    """The window is as small as a phone's, and is touched."""
    client = screen.page.context.new_cdp_session(screen.page)
    for size, touched in ((PHONE, True), (LAPTOP, False)):
        client.send("Emulation.setTouchEmulationEnabled", {"enabled": touched})
        screen.page.set_viewport_size(size)
        screen.rest()
        if touched:
            assert screen.page.evaluate("matchMedia('(pointer: coarse)').matches")
            yield
    client.detach()


def too_small(screen: Screen, *, drawn: bool) -> list:
    """Words that are written smaller than can be read, and their size."""
    on_canvases, words = screen.page.evaluate(WRITTEN)
    assert bool(on_canvases) == drawn
    found = [(text, size) for text, size in on_canvases if size < LEAST - 0.05]
    return found + [(text, size) for text, size, formula in words if size < (OF_AN_INDEX if formula else LEAST) - 0.05]


def test_each_view_shows_what_it_is_about_on_a_laptop_and_can_be_read_and_hit_on_a_phone(noted: Screen) -> None:
    page, found = noted.page, {}
    noted.open("glossary", box=False)
    for address in VISITS:
        view, _, keys = address.partition("?")
        text = {box.key: box.default} if (box := find(view).box) else {}  # a sentence would go along
        noted.go(view, **text, **dict(parse_qsl(keys)))
        if view not in UNDRAWN:
            expect(page.locator("[data-text]").first).to_be_attached()
            noted.rest()
        if address in SEEN_ON_A_LAPTOP:
            found[address, "seen"] = cut(noted, SEEN, SEEN_ON_A_LAPTOP[address])
        if address in READ:
            found[address, "read on a laptop"] = too_small(noted, drawn=address not in IN_WORDS)
        if address in READ | HIT:
            with on_a_phone(noted):
                if address in READ:
                    found[address, "read on a phone"] = too_small(noted, drawn=address not in IN_WORDS)
                if address in HIT:
                    found[address, "hit"] = page.evaluate(LOW)
                    noted.fits()
    assert {at: each for at, each in found.items() if each} == {}
