"""The scripts of a page: each comes once, whoever asks for it, and a browser that comes again has it."""

from tests.browser.screen import Screen

# Of each script of ours that the page has: its name, and how many bytes came for it.
FETCHED = """performance.getEntriesByType("resource")
    .filter(({ name }) => name.endsWith(".js") && !name.includes("/static/"))
    .map(({ name, transferSize }) => [name.slice(name.lastIndexOf("/") + 1), transferSize])"""


def test_each_script_comes_once_and_for_a_reload_none(screen: Screen) -> None:
    page = screen.open("attention", text="bear country").page
    names = [name for name, _ in page.evaluate(FETCHED)]
    assert {"board.js", "slide.js", "presenter.js", "teach.js", "shared.js", "matrix.js"} <= {*names}
    assert len({*names}) == len(names), "components share what they import"
    page.reload()
    screen.settle()
    screen.rest()
    again = page.evaluate(FETCHED)
    assert sorted(name for name, _ in again) == sorted(names)
    assert sum(size for _, size in again) == 0
