"""One picture alone in a blank page: its real script, its real payload, and everything that it draws and says."""

import base64
import io
import math
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import CDPSession, Locator, Page, TimeoutError, ViewportSize

from tests.browser.screen import PATIENCE
from tests.pictures.caught import Caught
from tests.pictures.sample import KEY as KEY
from tests.sampled import sampled

GROUNDS = {"light": ("#ffffff", "#1c1e26"), "dark": ("#14161d", "#eceae4")}  # behind the pictures, and of the type

# Most pictures are drawn on the light ground alone: of those that are drawn on both, `make test` asks the dark one.
BOTH_GROUNDS = pytest.mark.parametrize("ground", sampled(["light", "dark"], ["dark"]))

# Put into the page before any script: what is written on canvases, where it stands, and in which ink; and each line and
# area that is drawn: how, and from where to where.
RECORDER = """
window.written = [];
window.inked = [];
const ways = new WeakMap(); // of each context the corners of its path
const onPage = (pen, x, y) => pen.getTransform().transformPoint({ x, y });
const ink = (pen, act, style, ends) => {
  const look = typeof style === "string" ? style : "a pattern", dash = pen.getLineDash().join();
  const how = act.startsWith("stroke") ? ` ${pen.lineWidth.toFixed(1)}${dash && ` in dashes of ${dash}`}` : "";
  inked.push({ canvas: pen.canvas, how: `${act} ${look} ${pen.globalAlpha.toFixed(1)}${how}`, ends });
};
const pens = CanvasRenderingContext2D.prototype;
for (const [name, at] of Object.entries({ moveTo: 0, lineTo: 0, arc: 0, roundRect: 0, bezierCurveTo: 4 })) {
  const act = pens[name];
  pens[name] = function (...given) {
    ways.get(this)?.push(onPage(this, given[at], given[at + 1]));
    return act.apply(this, given);
  };
}
const { beginPath, stroke, fill, fillRect, strokeRect } = pens;
const drawn = (pen, act, style) => {
  const way = ways.get(pen) ?? [];
  if (way.length) ink(pen, act, style, [way[0], way[way.length - 1]]);
};
const box = (pen, act, style, [x, y, wide, high]) =>
  ink(pen, act, style, [onPage(pen, x, y), onPage(pen, x + wide, y + high)]);
Object.assign(pens, {
  beginPath() { ways.set(this, []); return beginPath.call(this); },
  stroke() { drawn(this, "stroke", this.strokeStyle); return stroke.call(this); },
  fill() { drawn(this, "fill", this.fillStyle); return fill.call(this); },
  fillRect(...of) { box(this, "fill box", this.fillStyle, of); return fillRect.apply(this, of); },
  strokeRect(...of) { box(this, "stroke box", this.strokeStyle, of); return strokeRect.apply(this, of); },
});
const { fillText, clearRect } = CanvasRenderingContext2D.prototype;
CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
  const { a, b, e, f } = this.getTransform();
  const at = this.getTransform().transformPoint({ x, y });
  const scale = Math.hypot(a, b);
  written.push({
    canvas: this.canvas, text: String(text), x: at.x / devicePixelRatio, y: at.y / devicePixelRatio,
    turned: Math.round((Math.atan2(b, a) * 180) / Math.PI), align: this.textAlign, ink: this.fillStyle, font: this.font,
    width: this.measureText(text).width * scale / devicePixelRatio,
  });
  return fillText.call(this, text, x, y);
};
CanvasRenderingContext2D.prototype.clearRect = function (...box) {
  written = written.filter(({ canvas }) => canvas !== this.canvas);
  inked = inked.filter(({ canvas }) => canvas !== this.canvas);
  return clearRect.apply(this, box);
};
"""

BLANK = """<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/shared/design_tokens.css">
<style>body { margin: 0; background: var(--st-background-color); }</style>
<div data-testid="stApp"><div id="stage"></div></div>"""

_MOUNT = """
async ({ bytes, width, ground, ink, scheme, text, again }) => {
  for (const [key, value] of Object.entries({
    "background-color": ground, "text-color": ink, "primary-color": "#9e4f04", font: "sans-serif",
    "secondary-background-color": ground,
  })) document.documentElement.style.setProperty(`--st-${key}`, value);
  document.documentElement.style.colorScheme = scheme;
  document.querySelector("[data-testid=stApp]").style.width = `${width}px`;
  const stage = document.querySelector("#stage");
  if (!again) {
    const host = document.createElement("div");
    const html = '<link rel="stylesheet" href="/components/board.css"><div class="board"></div>';
    host.attachShadow({ mode: "open" }).innerHTML = html;
    stage.replaceChildren(host);
    await new Promise((ready) => host.shadowRoot.querySelector("link").addEventListener("load", ready));
    [window.written, window.inked] = [[], []];
  }
  window.chosen = [];
  const root = stage.firstChild.shadowRoot;
  const data = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
  const { default: show } = await import("/components/board.js");
  show({ parentElement: root, data, setTriggerValue: (...event) => window.chosen.push(structuredClone(event)) });
  const frame = () => new Promise((ready) => requestAnimationFrame(ready));
  const bare = () => [...root.querySelectorAll(".picture")].some((place) => place.style.visibility);
  while (root.querySelector(".board").dataset.text !== text || bare()) await frame();
  await document.fonts.ready;
  await frame(); // the styles may have changed a width
  await frame();
}
"""


_CARDS = """places => {
  const root = [...document.querySelector("#stage").firstChild.shadowRoot.querySelectorAll(".picture")][0].shadowRoot;
  const [canvas, card] = [root.querySelector("canvas"), root.querySelector(".card")];
  const { x, y } = canvas.getBoundingClientRect();
  const lines = () => [...card.querySelectorAll(":scope > :not(canvas)")].map((line) => line.textContent);
  return places.map(([across, down]) => {
    canvas.dispatchEvent(new PointerEvent("pointermove", { clientX: x + across, clientY: y + down, bubbles: true }));
    return card.hidden ? [] : lines();
  });
}"""
_STYLE = """({ above, ...given }) => {
  for (const [name, size] of Object.entries(given)) document.documentElement.style.setProperty(`--${name}`, size);
  if (above !== undefined) document.querySelector("#stage").style.paddingTop = above;
}"""


class Glass:
    """One picture as a reader sees it, and what they do to it. Places are CSS pixels from the corner of its canvas."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._texts: list[dict[str, Any]] | None = None
        self._client: CDPSession | None = None
        self._changed = False  # whether the surroundings of the picture are others than those of the other tests

    def show(self, board: Caught, *, width: int = 700, ground: str = "light", again: bool = False) -> "Glass":
        """Draw a board; `again` gives the one that stands there new data, as a key press does."""
        colour, ink = GROUNDS[ground]
        self.page.mouse.move(0, 890)  # off the picture
        bytes, text = base64.b64encode(board.message).decode(), board.shared["text"]
        about = {"bytes": bytes, "text": text, "width": width, "ground": colour, "ink": ink}
        about |= {"scheme": ground, "again": again}
        self.page.evaluate(_MOUNT, about)
        self._texts = None
        return self

    @property
    def picture(self) -> Locator:
        """The whole of the picture, its first where a board has several."""
        return self.page.locator(".spot > .picture").first

    @property
    def canvas(self) -> Locator:
        return self.page.locator("canvas:not(.card canvas)")

    def window(self, width: int, height: int) -> None:
        """Give the page a window of this size, which it keeps until the test ends."""
        self._changed = True
        self.page.set_viewport_size({"width": width, "height": height})
        self.frames()

    def style(self, **given: str) -> None:
        """Set `least`, the least type of a presenter, `grown`, by which it is larger, or `above`, the room over it."""
        self._changed = True
        self.page.evaluate(_STYLE, given)
        self.frames()

    def put_back(self, window: ViewportSize) -> None:
        """Leave the page to the next test as it was."""
        if self._changed:
            self.page.set_viewport_size(window)
            self.style(least="", grown="", above="")

    def frames(self) -> None:
        """Wait until what has changed around the picture is painted."""
        self.page.evaluate("() => new Promise(ready => requestAnimationFrame(() => requestAnimationFrame(ready)))")
        self._texts = None

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the canvas in CSS pixels."""
        box = self.canvas.bounding_box()
        assert box
        return box["width"], box["height"]

    @property
    def texts(self) -> list[dict[str, Any]]:
        """Return the texts on the canvas: text, x, y, turned (degrees, clockwise), align, ink, font, width."""
        if self._texts is None:
            self._texts = self.page.evaluate(
                "written.filter(({ canvas }) => canvas.isConnected).map(({ canvas, ...it }) => it)"
            )
        return self._texts

    def inked(self) -> list[tuple[str, list[dict[str, float]]]]:
        """Each line and area on the canvas: how it is drawn, and where it begins and ends."""
        mine = "inked.filter(({ canvas }) => canvas.isConnected && !canvas.closest('.card'))"
        return self.page.evaluate(f"{mine}.map(({{ how, ends }}) => [how, ends.map(({{ x, y }}) => ({{ x, y }}))])")

    def words(self) -> list[str]:
        """The texts alone, in the order in which they were written."""
        return [text["text"] for text in self.texts]

    def text(self, words: str, *, last: bool = False) -> dict[str, Any]:
        """The one text on the canvas that reads so, or the last of several."""
        found = [text for text in self.texts if text["text"] == words]
        assert len(found) == 1 or (last and found), (words, found)
        return found[-1]

    def shot(self, element: Locator | None = None) -> np.ndarray:
        """What is seen of an element, of the picture if none is named, as [row, column, (red, green, blue, alpha)].

        Playwright waits longer before it looks, and more is written smaller.
        """
        client = self._client = self._client or self.page.context.new_cdp_session(self.page)
        box, window = (element or self.picture).bounding_box(), self.page.viewport_size
        assert box and window
        clip = {side: math.ceil(value) for side, value in box.items()} | {"scale": 1}
        beyond = box["y"] + box["height"] > window["height"]
        how = {"clip": clip, "optimizeForSpeed": True, "captureBeyondViewport": beyond}
        return self.read(base64.b64decode(client.send("Page.captureScreenshot", how)["data"]))

    def image(self) -> np.ndarray:
        """The canvas as [row, column, (red, green, blue, alpha)], one entry for each pixel of the screen."""
        url = self.canvas.evaluate("canvas => canvas.toDataURL()")
        return self.read(base64.b64decode(url.split(",")[1]))

    @staticmethod
    def read(png: bytes) -> np.ndarray:
        """A PNG as [row, column, (red, green, blue, alpha)], numbers that may be subtracted."""
        return np.asarray(Image.open(io.BytesIO(png)).convert("RGBA")).astype(np.int16)

    def hover(self, x: float, y: float) -> list[str]:
        """The lines of the hover card when the pointer stands there; none when it is hidden."""
        box = self.canvas.bounding_box()
        assert box
        self.page.mouse.move(box["x"] + x, box["y"] + y)
        self._texts = None
        return self.card()

    def cards(self, places: Iterable[tuple[float, float]]) -> list[list[str]]:
        """The lines of the hover card at each of many places, in one call."""
        return self.page.evaluate(_CARDS, [*places])

    def card(self) -> list[str]:
        """The lines of the hover card."""
        return self.page.locator(".card").evaluate(
            "card => card.hidden ? [] : [...card.querySelectorAll(':scope > :not(canvas)')].map(e => e.textContent)"
        )

    def click(self, x: float, y: float) -> list[Any]:
        """Return what a click there chooses."""
        self.hover(x, y)
        self.page.mouse.down()
        self.page.mouse.up()
        return self.chosen()

    def press(self, *keys: str, on: Locator | None = None) -> list[Any]:
        """Return what keys choose while the picture has the focus."""
        (on or self.canvas).focus()
        for key in keys:
            self.page.keyboard.press(key)
        self._texts = None
        return self.chosen()

    def chosen(self) -> list[Any]:
        """The values that were chosen since this was asked last; each must come with the key of its picture."""
        events = self.page.evaluate("chosen.splice(0)")
        assert all(name == "chosen" and key == KEY for name, (key, _) in events), events
        return [value for _, (_, value) in events]

    def download(self, button: str) -> tuple[str, bytes]:
        """The name and the content of the file that a button of the menu hands over, the first of its name.

        Chromium swallows each eleventh of files that a page hands over by itself: a key counts as asking for one, but
        where it comes to the browser after the file is asked for. Then it is asked for once more.
        """
        try:
            return self._downloaded(button, 5000)
        except TimeoutError:
            return self._downloaded(button, PATIENCE)

    def offers(self, button: str) -> int:
        """Open the menu, and count the buttons of a name in it."""
        if not self.page.locator(".files:popover-open").count():
            self.page.get_by_role("button", name="Take away").press("Enter")
        return self.page.get_by_role("button", name=button, exact=True).count()

    def _downloaded(self, button: str, patience: float) -> tuple[str, bytes]:
        assert self.offers(button)
        with self.page.expect_download(timeout=patience) as waiting:
            self.page.get_by_role("button", name=button, exact=True).first.click()
        return waiting.value.suggested_filename, Path(waiting.value.path()).read_bytes()

    def says(self) -> list[tuple[str, str]]:
        """The sentence under the picture, as pairs of tag and words; none when it is hidden."""
        return [
            (tag, words)
            for tag, words in self.page.locator(".says").evaluate(
                "p => p.hidden ? [] : [...p.children].map(e => [e.tagName.toLowerCase(), e.textContent])"
            )
        ]


def type_of(text: dict[str, Any]) -> float:
    """The pixels of the type of a text."""
    return float(text["font"].partition("px")[0].split()[-1])


def all_of(glass: "Glass", selector: str, what: str = "e.textContent") -> list[Any]:
    """Return what a script says of each element `e` that the selector finds."""
    return glass.page.locator(selector).evaluate_all(f"all => all.map(e => {what})")
