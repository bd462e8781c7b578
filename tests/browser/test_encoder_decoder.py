"""Encoder and decoder in a real browser: a box of the drawing opens, and the keys repaint all."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.screen import Screen

DRAWING = "The encoder at the left"


def box(screen: Screen, name: str) -> Locator:
    """A box of the drawing."""
    return screen.picture(DRAWING).locator(f'[data-box="{name}"]')


def is_open(screen: Screen, name: str) -> None:
    """Drawing and address agree on the box."""
    expect(screen.picture(DRAWING).locator("[aria-pressed=true]")).to_have_attribute("data-box", name)
    expect(screen.page).to_have_url(re.compile(f"box={name.replace(' ', '.')}"))


def test_a_box_opens_by_a_click_and_by_a_key_and_what_is_in_it_follows_the_keys(screen: Screen) -> None:
    screen.go("encoder_decoder", english="The red car", arithmetic="false")
    screen.page.set_viewport_size({"width": 1366, "height": 768})
    screen.rest()
    heights = [box(screen, f"decoder 3 {part}").bounding_box()["height"] for part in ("self-attention", "FFN")]
    assert heights[0] == heights[1], (
        "the longest title has its shape beside it, so that the page is no longer than needed"
    )
    opened = {side: screen.picture(f"{side} self-attention:") for side in ("Encoder 1", "Decoder 3")}
    expect(opened["Encoder 1"]).to_have_count(0)
    box(screen, "encoder 1 self-attention").click()
    is_open(screen, "encoder 1 self-attention")
    expect(screen.page.get_by_role("heading", name="Self-attention 1 of the encoder")).to_be_visible()
    expect(opened["Encoder 1"]).to_be_visible()
    box(screen, "decoder 3 self-attention").press("Enter")
    is_open(screen, "decoder 3 self-attention")
    expect(opened["Decoder 3"]).to_be_visible()
    expect(opened["Encoder 1"]).to_have_count(0)
    screen.type("I know him.")
    screen.painted("I know him.")
    expect(screen.picture(DRAWING).locator("p").last).to_contain_text("connais")  # the French, as read
    box(screen, "unembedding").click()
    is_open(screen, "unembedding")
    chances = screen.page.locator("ol[role=group] > *")  # a group, since its numbers open
    expect(chances.filter(has_text="connais")).to_contain_text(re.compile(r"[01]\.\d{3}"))
    screen.no_trouble()


def test_a_look_is_cut_by_key_and_another_piece_is_chosen(screen: Screen) -> None:
    screen.go("encoder_decoder", english="The red car", arithmetic="true", cross_layer="3", cross_head="6")
    matrix = screen.picture("Effect of each link on voiture: cross")
    screen.page.get_by_role("button", name=re.compile("^voiture")).last.click()
    expect(matrix).to_be_visible()
    screen.settle()
    matrix.press("ArrowUp")
    matrix.press("Enter")
    expect(screen.page).to_have_url(re.compile(r"look_cut=cross\."))
    expect(screen.page.locator(".says", has_text="the logit of").last).to_be_visible()
    screen.no_trouble()
