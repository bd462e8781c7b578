"""A page that loads is painted in its own type and place from the first: nothing flashes, its title stands still."""

import re
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import PHONE
from tests.browser.screen import Screen
from tests.sampled import sampled

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
# Each frame notes where the title stands, and what is right under the views of its page.
PLACES = """
globalThis.places = [];
const look = () => {
  const plain = document.querySelector("[data-part=views]") && !location.search.includes("story");
  const names = plain ? ["h1", "[class*=st-key-lead_]"] : ["h1"];
  const [title, ...more] = names.map((name) => document.querySelector(name)?.getBoundingClientRect());
  if (title?.width && more.every(Boolean)) {
    const place = `${document.querySelector("h1").innerText}: ${[title, ...more].map((each) => each.top.toFixed(0))}`;
    if (globalThis.places.at(-1) !== place) globalThis.places.push(place);
  }
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""


LOADED = ("attention?story=one-head", "attention?present=1")
OPENED = [
    ((390, 844), LOADED),
    *((size, ("attention", "look_up", *LOADED)) for size in ((1440, 900), (1024, 768), (390, 844))),
]


@pytest.mark.parametrize(("size", "addresses"), sampled(OPENED, OPENED[:1]))
def test_a_page_that_loads_has_its_own_type_and_place_from_the_first_and_so_has_the_next(
    profiles: Callable[..., BrowserContext], server: str, size: tuple[int, int], addresses: Sequence[str]
) -> None:
    """Menu, stream and buttons come later than it; each keeps its room from the first."""
    page = profiles(*(size if size[0] == PHONE else (1440, 900))).new_page()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    tab = Screen(page, server)
    for script in (RECORDER, PLACES):
        page.add_init_script(script)
    page.route("**/parts*.css", lambda route: route.fulfill(body="", content_type="text/css"))  # it comes late
    for address in addresses:
        tab.open(address, box=False)
        assert len(page.evaluate("places")) == 1, page.evaluate("places")
        assert len(page.evaluate("titles")) == 1, page.evaluate("titles")
    expect(page.locator(".parts")).to_have_css("display", "flex")
    tab.open("attributed")
    tab.go("path")
    places = page.evaluate("places")
    assert {place.partition(":")[0] for place in places} == {"Next word", "Guesses"}
    assert len({re.findall(r": (\d+)", place)[0] for place in places}) == 1, "titles stand in one place"
    page.close()


def test_what_is_scrolled_under_the_menu_is_seen_nowhere_beside_it(phone: Screen) -> None:
    phone.go("look_up")
    menu, main = phone.page.locator(".st-key-menu").bounding_box(), phone.page.locator("[data-testid=stMain]")
    assert menu and (menu["x"], menu["width"]) == (0, main.evaluate("main => main.clientWidth"))


def test_a_text_that_its_box_cuts_ends_in_an_ellipsis_until_it_is_typed_in(screen: Screen) -> None:
    screen.go("dictionary")
    box = screen.page.get_by_role("textbox", name="Entries")
    ends = "e => getComputedStyle(e).textOverflow"
    assert box.evaluate(ends) == "ellipsis"
    box.focus()
    assert box.evaluate(ends) == "clip"
