"""No type is smaller than can be read: 11 pixels on every canvas and in every text, and in an index of an index 9."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.screen import Screen
from tests.browser.sheets import UNDRAWN

LEAST, OF_AN_INDEX = 11, 9  # pixels
IN_WORDS = ("dictionary?arithmetic=true",)  # without a canvas
# Put into the page before any script: the size of all that is written on canvases, in pixels of the screen.
RECORDER = """
window.sizes = {};
const { fillText } = CanvasRenderingContext2D.prototype;
CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
  const { a, b } = this.getTransform();
  const size = parseFloat(/([\\d.]+)px/.exec(this.font)[1]) * Math.hypot(a, b) / devicePixelRatio;
  window.sizes[text] = Math.min(size, window.sizes[text] ?? Infinity);
  return fillText.call(this, text, ...place);
};
"""
# Of each element that is seen and has words of its own: they, the size of its type, and whether it is in a formula.
WRITTEN = """() => {
  const all = (root) => [...root.querySelectorAll('*')].flatMap((e) => [e, ...(e.shadowRoot ? all(e.shadowRoot) : [])]);
  const own = (e) => [...e.childNodes].some((node) => node.nodeType === 3 && /[^\\s\\u200b]/.test(node.data));
  return all(document.querySelector('[data-testid=stMain]'))
    .filter((e) => own(e) && e.checkVisibility() && e.getBoundingClientRect().width)
    .map((e) => [e.textContent.trim(), parseFloat(getComputedStyle(e).fontSize), !!e.closest('math, .katex, sub')]);
}"""


@pytest.fixture(scope="module")
def measured(browser: Browser) -> Iterator[Page]:
    """A tab of a small laptop in which the sizes of type are noted."""
    page = browser.new_page(viewport={"width": 1024, "height": 768}, reduced_motion="reduce")
    page.add_init_script(RECORDER)
    yield page
    page.close()


@pytest.mark.parametrize("width", [1024, 390])
@pytest.mark.parametrize(
    "view",
    [
        *("all_heads", "embeddings", "positions", "every_position", "by_hand", "masking", "heads", "learning"),
        *("attributed", "decoding", "dictionary?arithmetic=true", "dense?arithmetic=true", "glossary"),
    ],
)
def test_no_type_is_smaller_than_can_be_read(measured: Page, server: str, view: str, width: int) -> None:
    measured.set_viewport_size({"width": width, "height": 768})
    screen = Screen(measured, server)
    screen.open(view, box=False)
    if view not in UNDRAWN:
        expect(measured.locator("[data-text]").first).to_be_attached()
    screen.rest()
    drawn = measured.evaluate("Object.entries(window.sizes)")
    assert bool(drawn) == (view not in UNDRAWN + IN_WORDS)
    assert [(text, size) for text, size in drawn if size < LEAST - 0.05] == []
    small = [
        (text, size)
        for text, size, formula in measured.evaluate(WRITTEN)
        if size < (OF_AN_INDEX if formula else LEAST) - 0.05
    ]
    assert small == []
    screen.leave()
