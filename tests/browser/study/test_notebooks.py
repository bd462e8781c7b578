"""JupyterLab and marimo show the pictures, and what is clicked in a cell is known to the next."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect

from tests.browser.screen import PATIENCE
from tests.browser.study.notebooks import jupyter, marimo, notebook

MAKES = """import headlight as hl
run = hl.open("story").run("The hiking trail led us through bear country")
shown = run.show(2, 0)
shown"""
SAYS = "print(shown.head, shown.word, shown.values)"
IN_MARIMO = """
import marimo

app = marimo.App()


@app.cell
def _():
    import headlight as hl
    import marimo as mo

    shown = hl.open("story").run("The hiking trail led us through bear country").show(2, 0)
    cell = mo.ui.anywidget(shown.widget)
    return cell, hl, mo, shown


@app.cell
def _(cell):
    cell


@app.cell
def _(cell, mo, shown):
    cell.value
    mo.md(f"Chosen: {shown.head} {shown.values}")


@app.cell
def _(hl):
    hl.view("attention", text="bear country", layer=3, head=1)
"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A blank page; what it asks another host for fails the test."""
    page, strangers = browser.new_page(viewport={"width": 1300, "height": 1000}), list[str]()
    page.on("requestfailed", lambda request: "127.0.0.1" in request.url or strangers.append(request.url))
    yield page
    page.close()
    assert strangers == []


def choose_the_head_below(frame: FrameLocator) -> None:
    # The notebook's own process imports torch first, beside a server and a browser.
    expect(frame.get_by_role("heading", name="Layer 3, head 1")).to_be_visible(timeout=3 * PATIENCE)
    grid = frame.get_by_label("Attention patterns of 6 layers")
    grid.focus()
    grid.press("ArrowDown")
    expect(frame.get_by_role("heading", name="Layer 4, head 1")).to_be_visible()


def test_in_jupyterlab_a_click_comes_back_and_what_python_sets_is_painted(page: Page, tmp_path: Path) -> None:
    (tmp_path / "try.ipynb").write_text(notebook([MAKES, SAYS, "shown.head = (5, 4)"]))
    with jupyter(tmp_path, dark=True) as address:
        page.goto(f"{address}/doc/tree/try.ipynb")
        expect(page.get_by_text("Python 3 (ipykernel) | Idle")).to_be_visible(timeout=3 * PATIENCE)
        cells = page.locator(".jp-Notebook .jp-Cell")

        def run(number: int) -> None:
            cells.nth(number).click(position={"x": 10, "y": 10})
            page.keyboard.press("Control+Enter")

        run(0)
        frame = page.frame_locator("iframe").first
        choose_the_head_below(frame)
        expect(frame.locator("html")).to_have_class("dark")
        page.get_by_label("Attention temperature").fill("0.5")
        run(1)
        expect(cells.nth(1).locator(".jp-OutputArea-output")).to_have_text("(3, 0) None {'temperature': 0.5}\n")
        run(2)
        expect(frame.get_by_role("heading", name="Layer 6, head 5")).to_be_visible()
        assert frame.locator("html").evaluate("root => root.scrollWidth <= innerWidth")


def test_in_marimo_the_cells_that_use_it_run_again(page: Page, tmp_path: Path) -> None:
    (tmp_path / "try.py").write_text(IN_MARIMO)
    with marimo(tmp_path / "try.py") as address:
        page.goto(address)
        choose_the_head_below(page.frame_locator("iframe").first)
        expect(page.get_by_text(re.compile(r"Chosen: \(3, 0\)"))).to_be_visible()
        page.get_by_label("Attention temperature").fill("0.5")
        expect(page.get_by_text("Chosen: (3, 0) {'temperature': 0.5}")).to_be_visible()
        view = page.frame_locator("iframe").nth(1)
        expect(view.get_by_label("Pattern of layer 3, head 1").first).to_be_visible()
