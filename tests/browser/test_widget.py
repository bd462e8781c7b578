"""The widget of a live notebook, in a page without one: what is chosen in its frame is set, and what is set shows."""

import base64
import json

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from headlight import Shown, open, view
from headlight.pictures.scripts import BROWSER
from tests.sampled import sampled

# As anywidget calls it, with a model that keeps what it is told and tells who listens.
HOST = """
<body style="background: {ground}"><div id="cell" style="width: {width}px"></div><script type="module">
const widget = (await import("data:text/javascript," + encodeURIComponent({script}))).default;
const state = {state}, listeners = {{}};
const bytes = (written) => new DataView(Uint8Array.from(atob(written), (each) => each.charCodeAt(0)).buffer);
state.packed = bytes("");
window.sent = [];
window.model = {{
  get: (name) => state[name],
  set: (name, value) => {{ state[name] = value; }},
  save_changes: () => {{ window.saved = structuredClone({{ ...state, page: "", packed: null }}); }},
  send: (message) => sent.push(message),
  on: (event, heard) => (listeners[event] = heard),
  off: () => {{}},
}};
window.bring = (changes) => {{
  if (changes.packed) changes.packed = bytes(changes.packed);
  Object.assign(state, changes);
  for (const name of Object.keys(changes)) listeners[`change:${{name}}`]?.();
}};
widget.render({{ model, el: document.getElementById("cell") }});
</script></body>
"""


GROUNDS = sampled([("oklch(0.2 0.01 250)", "dark"), ("transparent", "light")], [("transparent", "light")])


def shown_in(page: Page, shown: Shown, *, width: int = 1200, ground: str = "white") -> FrameLocator:
    names = ("page", "head", "word", "values", "sliders")
    state = json.dumps({name: getattr(shown.widget, name) for name in names}).replace("</", "<\\/")
    script = json.dumps((BROWSER / "pages" / "widget.js").read_text("utf-8"))
    page.set_content(HOST.format(script=script, state=state, width=width, ground=ground))
    return page.frame_locator("iframe")


def saved(page: Page, name: str) -> object:
    page.wait_for_function("() => window.saved")
    return page.evaluate("name => window.saved[name]", name)


@pytest.fixture
def shown() -> Shown:
    return open("story").run("The hiking trail led us through bear country").show(2, 0)


def test_a_head_and_a_word_that_are_chosen_are_set_and_those_that_are_set_show(page: Page, shown: Shown) -> None:
    frame = shown_in(page, shown)
    grid = frame.get_by_label("Attention patterns of 6 layers")
    grid.focus()
    grid.press("ArrowDown")
    expect(frame.get_by_role("heading", name="Layer 4, head 1")).to_be_visible()
    assert saved(page, "head") == [3, 0]
    pattern = frame.get_by_label("Pattern of layer 4, head 1: each row")
    pattern.focus()
    pattern.press("ArrowUp")  # from the last row
    pattern.press("Enter")
    page.wait_for_function("() => window.saved.word === 6")
    every = frame.get_by_role("button", name="Lines of all tokens")
    expect(every).to_be_visible()
    every.click()
    page.wait_for_function("() => window.saved.word === null")
    page.evaluate("() => bring({ head: [5, 4] })")
    expect(frame.get_by_role("heading", name="Layer 6, head 5")).to_be_visible()
    page.evaluate("() => bring({ word: 2 })")
    expect(every).to_be_visible()


def test_a_slider_asks_for_another_temperature_and_what_comes_is_drawn(page: Page, shown: Shown) -> None:
    frame = shown_in(page, shown)
    expect(frame.get_by_role("heading", name="Layer 3, head 1")).to_be_visible()
    slider = page.get_by_label("Attention temperature")
    slider.fill("0.5")
    assert saved(page, "values") == {"temperature": 0.5}
    shown.set(temperature=0.55)
    page.evaluate("sliders => bring({ sliders })", shown.widget.sliders)
    expect(page.get_by_role("status")).to_have_text("0.55")  # between two steps of the slider
    page.evaluate("packed => bring({ packed })", base64.b64encode(shown.widget.packed).decode())
    page.evaluate("() => document.body.append(document.querySelector('#cell'))")  # put elsewhere it loads anew
    pattern = frame.get_by_label("Pattern of layer 3, head 1: each row")
    pattern.focus()
    pattern.press("ArrowRight")
    weight = shown.numbers("pattern")[7, 1]
    expect(frame.locator(".card:visible", has_text="country → hiking")).to_contain_text(f"{weight:.4f}")
    grid = frame.get_by_label("Attention patterns of 6 layers")  # whose other heads are not here any more
    grid.focus()
    grid.press("ArrowDown")
    page.wait_for_function("() => String(window.saved.head) === '3,0'")
    shown.head = (3, 0)
    page.evaluate("packed => bring({ packed })", base64.b64encode(shown.widget.packed).decode())
    expect(frame.get_by_role("heading", name="Layer 4, head 1")).to_be_visible()


def test_a_choice_in_a_view_is_sent_as_its_picture_says_it(page: Page) -> None:
    shown = view("attention", text="bear country", layer=3, head=1)
    frame = shown_in(page, shown, width=640)
    pattern = frame.get_by_label("Pattern of layer 3, head 1").first
    pattern.focus()
    pattern.press("ArrowUp")
    pattern.press("Enter")
    page.wait_for_function("() => sent.length === 1")
    board, key, value = page.evaluate("() => sent[0]")
    assert (board, key) == (0, "pattern")
    shown._told(board, key, value)
    assert shown.word == 0
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 1280
    assert frame.locator("html").evaluate("root => root.scrollWidth <= innerWidth")


@pytest.mark.parametrize(("ground", "name"), GROUNDS)
def test_it_stands_on_the_ground_of_the_notebook(page: Page, shown: Shown, ground: str, name: str) -> None:
    frame = shown_in(page, shown, ground=ground)
    expect(frame.locator("html")).to_have_class(name)
    ink = frame.get_by_role("heading", name="Layer 3, head 1").evaluate("each => getComputedStyle(each).color")
    assert ink == ("rgb(236, 234, 228)" if name == "dark" else "rgb(28, 30, 38)")
    page.evaluate("() => { document.body.style.background = 'black'; }")
    expect(frame.locator("html")).to_have_class("dark")
