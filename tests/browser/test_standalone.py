"""A page that stands alone: as a file and in the frame of a notebook it draws, answers, and asks nobody."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from headlight import Shown, show
from transformer import Trace, load


@pytest.fixture(scope="module")
def trace() -> Trace:
    return load("story").trace("The hiking trail led us through bear country")


@pytest.fixture(scope="module")
def shown(trace: Trace) -> Shown:
    names = [[f"about {layer}.{head}" for head in range(1, 7)] for layer in range(1, 7)]
    return show(trace, 2, 0, names=names, model="story")


def choose_and_read(at: Page | FrameLocator, trace: Trace) -> None:
    """Layer 3, head 1 is shown; a click on layer 5, head 4 shows that one, whose weights are its own."""
    expect(at.get_by_role("heading", name="Layer 3, head 1")).to_be_visible()
    grid = at.get_by_label("Attention patterns of 6 layers")
    expect(grid).to_have_attribute("aria-label", re.compile("Chosen: layer 3, head 1"))
    box = grid.bounding_box()
    assert box
    side = (box["width"] - 22) / 6
    grid.click(position={"x": 22 + 3.5 * side, "y": 22 + 4.5 * side})
    expect(at.get_by_role("heading", name="Layer 5, head 4")).to_be_visible()
    expect(at.get_by_text("about 5.4").first).to_be_visible()
    expect(grid).to_have_attribute("aria-label", re.compile("Chosen: layer 5, head 4"))
    pattern = at.get_by_label("Pattern of layer 5, head 4: each row")
    pattern.focus()
    pattern.press("ArrowUp")  # from the last row
    weight = trace.layers[4].pattern[3, 6, 0]
    expect(at.locator(".card:visible", has_text="bear → The")).to_contain_text(f"{weight:.4f}")


def test_a_file_draws_and_answers(page: Page, shown: Shown, trace: Trace, tmp_path: Path) -> None:
    page.goto(shown.save(tmp_path / "page.html").as_uri())
    choose_and_read(page, trace)


def test_so_does_the_frame_of_a_notebook_which_is_as_high_as_its_pictures(
    page: Page, shown: Shown, trace: Trace
) -> None:
    page.set_content(shown._repr_html_())
    inside = page.frame_locator("iframe")
    choose_and_read(inside, trace)
    reach = inside.locator("body").evaluate("body => body.offsetHeight")
    expect(page.locator("iframe")).to_have_css("height", f"{reach}px")


def test_its_pictures_can_be_saved_without_the_address_of_a_file(page: Page, shown: Shown, tmp_path: Path) -> None:
    page.goto(shown.save(tmp_path / "page.html").as_uri())
    page.get_by_role("button", name="Take away").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="SVG", exact=True).first.click()
    svg = download.value.path().read_text("utf-8")
    assert "Model: story" in svg and "file:" not in svg


def test_of_a_translation_the_heads_that_look_across_are_drawn_and_chosen(page: Page, tmp_path: Path) -> None:
    across = load("translate").translate("The red car", beams=1).trace
    page.goto(show(across, 1, 0, vectors=True).save(tmp_path / "page.html").as_uri())
    expect(page.get_by_label("Pattern of layer 2, head 1 as ribbons")).to_be_visible()
    expect(page.get_by_label("Queries of layer 2, head 1")).to_be_visible()
    grid = page.get_by_label("Attention patterns of 3 layers with 6 heads each")
    grid.focus()
    grid.press("ArrowDown")
    expect(page.get_by_role("heading", name="Layer 3, head 1")).to_be_visible()
    pattern = page.get_by_label("Pattern of layer 3, head 1: each row")
    pattern.focus()
    pattern.press("ArrowRight")  # from the first key of the last row
    weight = across.cross[2].pattern[0, -1, 1]
    expect(page.locator(".card:visible")).to_contain_text(f"→ {across.source[1].text.strip()}weight {weight:.4f}")
