"""A picture, or a board, saved as a page of its own: it draws and answers without the server, and asks nobody."""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from headlight.pictures import Labels, Screen
from tests.browser.drawing.glass import KEY, Glass
from tests.pictures.caught import Caught

TOKENS = ["ant", "</script><b>", "$scripts & dog"]
CAUSAL = np.array([[1, 0, 0], [0.25, 0.75, 0], [0.5, 0.125, 0.375]], dtype=np.float32)


@pytest.fixture
def offline(browser: Browser) -> Iterator[Page]:
    """A page without a network; whoever it asks for something, and whatever it complains of, fails the test."""
    context = browser.new_context(viewport={"width": 1000, "height": 700}, offline=True)
    page, trouble = context.new_page(), list[str]()
    page.set_default_timeout(10_000)
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on(
        "request", lambda request: request.url.startswith(("file:", "data:", "blob:")) or trouble.append(request.url)
    )
    yield page
    context.close()
    assert trouble == []


def board(*, others: Callable[[Screen], None] | None = None) -> Caught:
    collected = Screen("ant & <b>", "story")
    if others:
        others(collected)
    collected.heading("What W_Q does", "Look here. Choose a cell, or a word. It is warm.")
    labels = Labels(TOKENS, TOKENS, "weight")
    collected.matrix(CAUSAL, labels, alt="Pattern.", key=KEY, hidden=CAUSAL == 0, on_cell=print)
    return Caught(collected.message())


def opened(page: Page, content: bytes, tmp_path: Path) -> Page:
    home = tmp_path / "saved.html"
    home.write_bytes(content)
    page.goto(home.as_uri())
    return page


def test_it_draws_hovers_and_is_signed(glass: Glass, offline: Page, tmp_path: Path) -> None:
    name, content = glass.show(board()).download("HTML")
    assert name == f"{KEY}.html"
    page = opened(offline, content, tmp_path)
    expect(page).to_have_title("What W_Q does")
    expect(page.get_by_role("heading")).to_have_text("What WQ does")
    canvas = page.locator("canvas")
    canvas.press("ArrowUp")  # from the last row
    canvas.press("ArrowUp")
    canvas.press("ArrowDown")
    expect(page.locator(".card:visible")).to_contain_text("0.2500")
    box = canvas.bounding_box()
    assert box and box["width"] > 200
    page.mouse.move(box["x"] + 0.9 * box["width"], box["y"] + 0.9 * box["height"])
    expect(page.locator(".card:visible")).to_contain_text("$scripts & dog → $scripts & dog")
    expect(page.locator(".card:visible")).to_contain_text("0.3750")
    for line in ("Look here. It is warm.", "“ant & <b>”", "Model: story", glass.page.url):
        expect(page.get_by_text(line, exact=True)).to_be_visible()
    page.mouse.down()  # nobody listens to a click, which is no error
    page.mouse.up()


def another(screen: Screen) -> None:
    screen.heading("Another", "")
    values = np.full((2, 5), 0.0625, dtype=np.float32)
    screen.matrix(values, Labels(rows=["a", "b"], columns=[*"vwxyz"], noun="weight"), alt="Another.", key="another")


def test_of_its_pictures_it_has_the_one_that_was_chosen_or_all(glass, offline: Page, tmp_path: Path) -> None:
    drawn = glass.show(board(others=another))
    glass.page.get_by_role("button", name="Take away").click()
    with glass.page.expect_download() as waiting:
        of_one = glass.page.get_by_role("group", name="What W_Q does")
        of_one.get_by_role("button", name="HTML", exact=True).click()
    page = opened(offline, Path(waiting.value.path()).read_bytes(), tmp_path)
    expect(page).to_have_title("What W_Q does")
    page.get_by_label("Pattern.").press("ArrowUp")
    expect(page.locator(".card:visible")).to_contain_text("0.2500")
    expect(page.locator("canvas")).to_have_count(1)
    name, content = drawn.download("All as HTML")
    assert name == "board.html"
    page = opened(offline, content, tmp_path)
    expect(page).to_have_title(drawn.page.title())
    for alt, value in (("Another.", "0.0625"), ("Pattern.", "0.2500")):
        page.get_by_label(alt).press("ArrowUp")
        expect(page.locator(".card:visible", has_text=value)).to_be_visible()
    expect(page.get_by_text("Model: story", exact=True)).to_be_visible()


def test_a_list_of_differences_brings_the_script_of_what_it_compares(glass, offline: Page, tmp_path: Path) -> None:
    two = []
    for values in (CAUSAL, CAUSAL[::-1]):
        state = Screen()
        state.matrix(values, Labels(rows=TOKENS, columns=TOKENS, noun="weight"), alt="Pattern.", key=KEY)
        two.append(state.drawn(KEY))
    collected = Screen("bear", "story")
    collected.differences(*two, alt="The numbers that differ.", key=KEY)
    page = opened(offline, glass.show(Caught(collected.message())).download("HTML")[1], tmp_path)
    expect(page.get_by_text("6 of 9 numbers differ:")).to_be_visible()
