"""The frame around every view: one picture with what follows on the first screen; nothing jumps, nothing flashes."""

import pytest
from playwright.sync_api import expect

from headlight.app.links import VIEWS
from headlight.state.places import PAGES
from headlight.state.registry import find
from tests.browser.screen import Screen
from tests.browser.test_pages import LAPTOP, LOW_LAPTOP

DRAWN = [name for name in VIEWS if find(name).draw]
ALL = """const all = (root) => [...root.querySelectorAll("*")]
    .flatMap(e => [e, ...(e.shadowRoot ? all(e.shadowRoot) : [])]);"""
# The pictures of the main board with their sentences, and the dials at it: those that are not whole in the window.
CUT = f"""view => {{
    {ALL}
    const boards = [...document.querySelectorAll(`.st-key-${{view}}_board`)].flatMap(all);
    const drawn = boards.filter(e => e.matches('.spot, .says:not([hidden])'));
    const dials = [...document.querySelectorAll(':is(.st-key-above, .st-key-dials) [class*=st-key-]')];
    if (!drawn.length) return ["nothing is drawn"];
    return [...drawn, ...dials].filter(e => e.checkVisibility())
        .map(e => [e.dataset.picture ?? e.className.slice(0, 40), e.getBoundingClientRect()])
        .filter(([, box]) => box.height && (box.top < 0 || box.bottom > innerHeight || box.right > innerWidth + 1))
        .map(([name, box]) => `${{name}}: ${{Math.round(box.bottom)}}`);
}}"""
# Where logo, title, sentence and the first picture begin.
EDGES = f"""() => {{
    {ALL}
    const page = all(document.body);
    return ['.st-key-menu nav', 'h1', '.sentence-box', '.spot'].map(selector => {{
        const found = selector.split(' ').reduce((within, next) => {{
            const first = within?.find(e => e.matches(next) && e.getBoundingClientRect().width);
            return first && (next === selector.split(' ').at(-1) ? [first] : all(first));
        }}, page)?.[0];
        return found ? Math.round(found.getBoundingClientRect().left) : null;
    }});
}}"""
# Put into the page before any script: each frame notes how large the title is, and how far in the page begins.
RECORDER = """
globalThis.titles = [];
const note = () => {
  const title = document.querySelector("h1");
  if (title?.getBoundingClientRect().width) {
    const main = getComputedStyle(document.querySelector("[data-testid=stMainBlockContainer]"));
    const seen = [getComputedStyle(title).fontSize, main.padding, main.zoom].join(" / ");
    if (globalThis.titles.at(-1) !== seen) globalThis.titles.push(seen);
  }
  requestAnimationFrame(note);
};
requestAnimationFrame(note);
"""


def test_of_every_view_the_main_picture_and_what_follows_are_whole_on_the_first_screen(screen: Screen) -> None:
    screen.page.set_viewport_size(LOW_LAPTOP)
    found = {}
    for view in DRAWN:
        screen.go(view)
        found[view] = screen.page.evaluate(CUT, view)
    assert {view: each for view, each in found.items() if each} == {}


def test_nothing_jumps_sideways_between_the_views_of_a_page(screen: Screen) -> None:
    screen.page.set_viewport_size(LAPTOP)
    found: dict[str, set] = {}
    for page in PAGES:
        for view in PAGES[page].views:
            screen.go(view)
            edges = screen.page.evaluate(EDGES)
            for name, left in zip(("logo", "title", "sentence", "picture"), edges, strict=True):
                if left is not None:
                    found.setdefault(f"{page} {name}", set()).add(left)
    assert {what: lefts for what, lefts in found.items() if len(lefts) > 1} == {}


@pytest.mark.parametrize("address", ["/?at=attention", "/?at=attention&present=1"])
def test_a_page_that_loads_is_painted_in_its_own_type_from_the_first(screen: Screen, address: str) -> None:
    page = screen.page
    page.add_init_script(RECORDER)
    page.goto(screen.address + address)
    screen.settle()
    expect(page.locator("[data-text]").first).to_be_visible()
    screen.rest()
    assert len(page.evaluate("titles")) == 1, page.evaluate("titles")
