"""A real model chosen in one view goes along to another and back, and is what every click and key press is about."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.screen import Screen
from tests.real_models import NAME


@pytest.mark.study
def test_a_chosen_model_is_typed_to_clicked_and_taken_along(screen: Screen) -> None:
    screen.go("attention", text="a bear", model=NAME, layer=1, head=1, arithmetic="true")
    page = screen.page
    expect(page.get_by_text(f"These pictures are of {NAME}, ")).to_be_visible()
    with screen.answered():
        screen.box.fill("a bears")
    screen.painted("a bears", "Pattern of layer 1, head 1")
    pattern = screen.picture("Pattern of layer 1, head 1")
    box = pattern.bounding_box()
    pattern.click(position={"x": box["width"] - 40, "y": box["height"] - 12})  # the last token attends to itself
    expect(page).to_have_url(re.compile("query=6"))
    with screen.answered():
        page.get_by_role("slider", name="Layer", exact=True).fill("4")
    expect(screen.picture("Pattern of layer 4, head 1")).to_be_visible()
    expect(page).to_have_url(re.compile(rf"model={NAME}.*layer=4|layer=4.*model={NAME}"))
    with screen.answered():
        screen.view("Projections").click()
    expect(page.get_by_text("These pictures are of story: every step")).to_be_visible()
    with screen.answered():
        screen.view("One head").click()
    expect(screen.picture("Pattern of layer 4, head 1")).to_be_visible()
    expect(page.get_by_text(f"These pictures are of {NAME}, ")).to_be_visible()
    screen.choose("Masking")
    expect(page.get_by_text(f"These pictures are of {NAME}, ")).to_be_visible()
    expect(screen.picture("Masked of layer 4, head 1")).to_be_visible()
    screen.no_trouble()
