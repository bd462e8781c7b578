"""A page that loads is painted in its own type from the first: nothing flashes."""

import pytest
from playwright.sync_api import expect

from tests.browser.screen import Screen

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


@pytest.mark.parametrize("address", ["/?at=attention", "/?at=attention&present=1"])
def test_a_page_that_loads_is_painted_in_its_own_type_from_the_first(screen: Screen, address: str) -> None:
    page = screen.page
    page.add_init_script(RECORDER)
    page.goto(screen.address + address)
    screen.settle()
    expect(page.locator("[data-text]").first).to_be_visible()
    screen.rest()
    assert len(page.evaluate("titles")) == 1, page.evaluate("titles")
