"""All heads in a real browser: every key repaints all heads, a click chooses one, a switch shows their effects."""

import re
from pathlib import Path

from playwright.sync_api import Route, expect

from tests.browser.screen import Screen

GRID = "Attention patterns of 6 layers"
HEAD = "Pattern of layer"


def card(screen: Screen, alt: str):
    """The hover card beside a picture."""
    return screen.picture(alt).locator("xpath=ancestor::div[@class='picture']/div[contains(@class, 'card')]")


def test_a_finished_picture_stands_there_and_each_key_repaints_all_heads_and_a_reload_keeps_what_was_typed(
    screen: Screen,
) -> None:
    screen.go("all_heads")
    screen.painted("The girl stepped into bear country and helped the")
    screen.no_trouble()
    screen.box.fill("bea")
    pictures = []
    for length, letter in enumerate("r cou", start=4):
        screen.box.press_sequentially(letter)
        screen.painted("bear cou"[:length].rstrip(), GRID)
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


def test_the_matrix_can_be_taken_home_hover_names_tokens_and_weight_and_a_slider_moves_picture_and_address(
    screen: Screen, tmp_path: Path
) -> None:
    screen.go("all_heads", text="bear country", arithmetic="true")
    lines = screen.saved("CSV", "Pattern of layer").read_text("utf-8-sig").splitlines()
    assert lines[0] == ',"bear","country"'
    assert lines[1] == '"bear",1,0'
    assert screen.saved("PNG", "Pattern of layer").read_bytes().startswith(b"\x89PNG")
    saved = screen.saved("HTML", "Pattern of layer").rename(tmp_path / "pattern.html")
    browser = screen.page.context.browser
    assert browser
    page, asked = browser.new_page(offline=True), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.goto(saved.as_uri())
    page.get_by_label("Pattern of layer").press("ArrowRight")
    expect(page.locator(".card:visible")).to_contain_text("country → ")
    page.close()
    assert [address for address in asked if not address.startswith(("file:", "data:"))] == []
    grid = screen.picture(GRID)
    side = (grid.bounding_box()["width"] - 22) / 6
    # The lower left quarter of the first square: the second token looks at the first.
    grid.hover(position={"x": 22 + side * 0.3, "y": 22 + side * 0.7})
    expect(card(screen, GRID)).to_contain_text(re.compile(r"Layer 1, head 1.*country → bear: \d\.\d\d"))
    matrix = screen.picture(HEAD)
    matrix.focus()
    screen.page.keyboard.press("ArrowUp")
    expect(card(screen, HEAD)).to_contain_text(re.compile(r"bear → bear.*weight 1\.0000"))
    screen.page.keyboard.press("ArrowRight")
    expect(card(screen, HEAD)).to_contain_text("weight 0 (masked)")
    before = screen.photograph(screen.picture(GRID))
    slider = screen.page.get_by_role("slider", name="Attention temperature")
    slider.focus()
    for _ in range(5):
        screen.page.keyboard.press("ArrowRight")
    expect(screen.page).to_have_url(re.compile(r"attention_temperature=1\.5"))
    screen.repainted(screen.picture(GRID), before)


def test_dark_mode_paints_on_dark_ground(screen: Screen) -> None:
    screen.page.emulate_media(color_scheme="dark")
    screen.go("all_heads", text="bear country")
    screen.painted("bear country", GRID)
    colour = screen.picture(GRID).evaluate(
        # The first token can look at itself alone: its cell has the deepest colour of the dark scale.
        "canvas => { const r = devicePixelRatio, s = (canvas.clientWidth - 22) / 6;"
        " return [...canvas.getContext('2d').getImageData((22 + s * 0.3) * r, (22 + s * 0.3) * r, 1, 1).data]; }"
    )
    assert colour == [255, 224, 140, 255]


def test_the_switch_turns_weights_into_effects_which_follow_typing_and_a_click_cuts(screen: Screen) -> None:
    screen.go("all_heads", text="The girl stepped into bear country and helped the", layer=6, head=5)
    screen.page.get_by_text("Effects", exact=True).click()
    grid = "Effects of every cell of 6 layers"
    screen.painted("The girl stepped into bear country and helped the", grid)
    expect(screen.page).to_have_url(re.compile("by_effect=true"))
    matrix = screen.picture("Effect of each cell of layer 6, head 5")
    said = screen.page.locator(".says", has_text="the logit of")
    expect(said).to_contain_text("the attending to bear")
    screen.settle()
    matrix.press("ArrowUp")
    matrix.press("Enter")
    expect(said).to_contain_text("helped attending to bear")
    expect(screen.page).to_have_url(re.compile("query=7"))
    screen.page.get_by_label("Next word", exact=True).fill("boy")
    screen.page.keyboard.press("Enter")
    expect(screen.page.get_by_role("heading", name="Layer 6, head 5: effect on “boy”")).to_be_visible()
    screen.box.press("End")
    screen.box.press_sequentially("m")
    screen.painted("The girl stepped into bear country and helped them", grid)
    screen.no_trouble()


def test_keys_reach_a_picture_that_a_switch_brings_while_its_style_is_on_its_way(screen: Screen) -> None:
    screen.go("all_heads", text="The girl stepped into bear country and helped the", layer=6, head=5)
    held = list[Route]()
    screen.page.route("**/*.css", lambda route: held.append(route))
    screen.page.get_by_text("Effects", exact=True).click()
    said = screen.page.locator(".says", has_text="the logit of")
    expect(said).to_contain_text("the attending to bear")
    matrix = screen.picture("Effect of each cell of layer 6, head 5")
    matrix.press("ArrowUp")
    matrix.press("Enter")
    expect(said).to_contain_text("helped attending to bear")
    screen.page.unroute("**/*.css")
    for each in held:
        each.continue_()
    screen.no_trouble()
