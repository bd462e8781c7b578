"""Scripts and styles of a page: each comes once, whoever asks for it, and what is drawn waits for a late one."""

from tests.browser.screen import Screen, address_of, held

# Of each script of ours that the page has: its name, and how many bytes came for it.
FETCHED = """performance.getEntriesByType("resource")
    .filter(({ name }) => name.endsWith(".js") && !name.includes("/static/"))
    .map(({ name, transferSize }) => [name.slice(name.lastIndexOf("/") + 1), transferSize])"""


def test_each_script_comes_once_and_for_a_reload_none(screen: Screen) -> None:
    page = screen.open("attention", text="bear country").page
    some = ["box.js", "links.js", "board.js", "slide.js", "presenter.js", "teach.js", "message.js", "matrix.js"]
    page.wait_for_function(f"some => some.every(each => {FETCHED}.some(([name]) => name === each))", arg=some)
    names = [name for name, _ in page.evaluate(FETCHED)]
    assert len({*names}) == len(names), "components share what they import"
    page.reload()
    screen.settle()
    screen.rest()
    again = page.evaluate(FETCHED)
    assert sorted(name for name, _ in again) == sorted(names)
    assert sum(size for _, size in again) == 0


# Whether a board is seen as soon as there are pictures in it.
SEEN = """() => {
    const board = [...document.querySelectorAll("*")].find((e) => e.shadowRoot?.querySelector(".board .spot"));
    return board && getComputedStyle(board).visibility;
}"""


def test_a_board_is_not_seen_before_its_style_has_come(screen: Screen) -> None:
    """Its columns would stand below each other until then."""
    page = screen.page
    with held(page, "**/board.css*"):
        # Not until "load": that event waits for a style that was asked for before it.
        page.goto(screen.address + address_of("attention", text="bear country"), wait_until="commit")
        assert page.wait_for_function(SEEN).json_value() == "hidden"
    screen.settle()
    screen.rest()
    assert page.evaluate(SEEN) == "visible"
    left, right = (page.locator(".column").nth(place).bounding_box() for place in (1, 2))
    assert left and right and left["x"] + left["width"] <= right["x"], "the columns stand beside each other"
