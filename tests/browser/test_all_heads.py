"""All heads in a real browser: every key repaints all heads, a click chooses one, keys reach what a switch brings."""

import re

from playwright.sync_api import expect

from tests.browser.screen import Screen, held

GRID = "Attention patterns of 6 layers"
HEAD = "Pattern of layer"


def test_a_finished_picture_stands_there_and_each_key_repaints_all_heads_and_a_reload_keeps_what_was_typed(
    screen: Screen,
) -> None:
    screen.go("all_heads")
    screen.painted("The girl stepped into bear country and helped the")
    screen.no_trouble()
    screen.box.fill("bea")
    pictures = []
    for length, letter in enumerate("r co", start=4):
        screen.box.press_sequentially(letter)
        screen.painted("bear co"[:length].rstrip(), GRID)
        screen.settle()  # the head that decides is chosen once typing rests
        pictures.append(screen.photograph(screen.picture(GRID)))
    # A text of one token can only look at itself; from "bear c" on there are two and more, and no two texts look alike.
    assert pictures[1] == pictures[0]  # the space is not read yet
    later = pictures[2:]
    assert len(set(later)) == len(later)
    screen.no_trouble()
    text = "The bank bears interest"  # typed fast: no letter is lost, and no picture is stale
    screen.type(text)
    expect(screen.box).to_have_value(text)
    screen.painted(text)
    expect(screen.page).to_have_url(re.compile("text=" + text.replace(" ", ".")))
    screen.page.reload()
    expect(screen.box).to_have_value(text)
    screen.painted(text, GRID)


def test_a_click_or_an_arrow_chooses_a_head_and_the_same_one_again_after_a_slider_has_moved(screen: Screen) -> None:
    screen.go("all_heads", layer=2, head=2)
    box = screen.picture(GRID).bounding_box()
    side = (box["width"] - 22) / 6
    fifth = {"x": 22 + 4.5 * side, "y": 22 + 4.5 * side}
    chosen = screen.picture(HEAD)
    screen.picture(GRID).click(position=fifth)
    expect(chosen).to_have_attribute("aria-label", re.compile("layer 5, head 5"))
    expect(screen.page).to_have_url(re.compile("(?=.*layer=5)(?=.*head=5)"))
    expect(screen.page.get_by_role("heading", name=re.compile("Layer 5, head 5"))).to_be_visible()
    slider = screen.page.get_by_role("slider", name="Layer")
    expect(slider).to_have_value("5")
    slider.focus()
    screen.page.keyboard.press("ArrowLeft")
    expect(chosen).to_have_attribute("aria-label", re.compile("layer 4, head 5"))
    screen.picture(GRID).click(position=fifth)
    expect(chosen).to_have_attribute("aria-label", re.compile("layer 5, head 5"))
    expect(slider).to_have_value("5")
    screen.settle()
    screen.picture(GRID).focus()
    screen.page.keyboard.press("ArrowUp")
    expect(chosen).to_have_attribute("aria-label", re.compile("layer 4, head 5"))
    screen.page.keyboard.press("ArrowRight")
    expect(chosen).to_have_attribute("aria-label", re.compile("layer 4, head 6"))


def test_keys_reach_a_picture_that_a_switch_brings_while_its_style_is_on_its_way(screen: Screen) -> None:
    screen.go("all_heads", text="The girl stepped into bear country and helped the", layer=6, head=5)
    with held(screen.page, "**/*.css"):
        screen.page.get_by_text("Effects", exact=True).click()
        said = screen.page.locator(".says", has_text="the logit of")
        expect(said).to_contain_text("the attending to bear")
        matrix = screen.picture("Effect of each cell of layer 6, head 5")
        matrix.press("ArrowUp")
        matrix.press("Enter")
        expect(said).to_contain_text("helped attending to bear")
    screen.no_trouble()
