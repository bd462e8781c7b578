"""Next word in a real browser: buttons write into the box and take it back, tabs keep sentence and dials, chance."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.screen import Screen

BARS = "Probabilities of the most likely next tokens"


def likeliest(screen: Screen) -> Locator:
    """The first of the bars: a token and its probability."""
    return screen.picture(BARS).locator("> *").first


def announced(screen: Screen, seed: int) -> Locator:
    """The token that the page says will be drawn."""
    return screen.page.get_by_text(f"After this text, seed {seed} draws").locator("xpath=..").locator("b")


def written(screen: Screen, *, after: int = 3) -> Locator:
    """The words after the reader's own, which the model wrote."""
    return screen.page.locator(f"[data-picture=looks] .stage > button:nth-of-type(n + {after + 1}) > span")


def test_the_likeliest_goes_into_the_box_and_undo_takes_it_back(screen: Screen) -> None:
    screen.go("next_word", text="She bears the")
    undo = screen.page.get_by_role("button", name="Undo")
    expect(undo).to_have_count(0)
    for count in (1, 2):
        token = likeliest(screen).locator("b").text_content()
        text = screen.box.input_value()
        screen.page.get_by_role("button", name="Add the most likely").click()
        expect(screen.box).to_have_value(re.compile(f"^{re.escape(text)}.+"))
        screen.painted(screen.box.input_value())
        expect(written(screen)).to_have_count(count)
        expect(written(screen).last).to_have_text(token)
    undo.click()
    expect(screen.box).to_have_value(text)
    screen.painted(text)
    undo.click()
    screen.painted("She bears the")
    expect(written(screen)).to_have_count(0)
    expect(undo).to_have_count(0)


def test_a_line_is_dragged_and_the_address_and_the_bars_follow(screen: Screen) -> None:
    screen.go("next_word", text="The girl stepped into bear country and helped the")
    grip, rows = screen.page.get_by_role("slider", name="top-k"), screen.picture(BARS).locator("> *")
    assert screen.page.get_by_role("slider").evaluate_all("all => all.map(e => e.ariaLabel)") == [
        *("Output temperature", "top-k", "top-p"),
    ]
    expect(grip).to_have_attribute("aria-valuetext", "off")
    box, third = grip.bounding_box(), rows.nth(2).bounding_box()
    assert box and third
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    end = rows.last.bounding_box()
    assert end
    screen.page.mouse.move(x, y)
    screen.page.mouse.down()
    screen.page.mouse.move(x, y + third["y"] + third["height"] - end["y"] - end["height"], steps=6)
    screen.page.mouse.up()
    expect(grip).to_have_attribute("aria-valuetext", "3")
    expect(screen.page).to_have_url(re.compile(r"top_k=3"))
    expect(rows.nth(3).locator("small")).to_have_text(re.compile("→ 0.000$"))
    expect(rows.nth(2).locator("small")).not_to_have_text(re.compile("→ 0.000$"))
    grip.press("End")
    expect(screen.page).not_to_have_url(re.compile(r"top_k"))
    screen.no_trouble()


def test_tabs_keep_the_sentence_and_their_dials_and_stand_in_the_address(screen: Screen) -> None:
    screen.go("lens", text="bear country", arithmetic="true")
    tabs = {name: screen.view(name) for name in ("Logit lens", "Surprise")}
    expect(tabs["Logit lens"]).to_have_attribute("aria-current", "page")
    expect(screen.page.get_by_role("table", name=re.compile("when each layer's residual"))).to_be_visible()
    screen.box.fill("the river bank")
    candidates = screen.page.get_by_role("table", name=re.compile("with their largest product"))
    expect(candidates).to_be_visible()
    expect(screen.page).to_have_url(re.compile("at=lens"))
    dial, rows = screen.page.get_by_role("slider", name="Candidate"), candidates.locator("tbody tr")
    expect(rows.nth(0).locator(".strong")).to_be_visible()
    dial.focus()
    screen.page.keyboard.press("ArrowRight")
    screen.page.keyboard.press("ArrowRight")
    expect(screen.page).to_have_url(re.compile("candidate=3"))
    tabs["Surprise"].click()
    expect(dial).to_have_count(0)
    expect(screen.page.get_by_role("heading", name="How much did each word surprise")).to_be_visible()
    screen.painted("the river bank", "The surprise of each token")
    tabs["Logit lens"].click()
    expect(dial).to_have_value("3")
    expect(rows.nth(2).locator(".strong")).to_be_visible()
    expect(screen.box).to_have_value("the river bank")
    screen.no_trouble()


def test_seed_and_temperature_change_what_is_announced_and_that_is_what_is_drawn(screen: Screen) -> None:
    screen.go("next_word", text="bear country", arithmetic="false")
    first = announced(screen, 1).text_content()
    seed = screen.page.get_by_role("spinbutton", name="Seed")
    seed.fill("3")
    seed.press("Enter")
    expect(announced(screen, 3)).not_to_have_text(first)
    expect(announced(screen, 3)).not_to_have_text(likeliest(screen).locator("b").text_content())
    screen.page.get_by_role("slider", name="Output temperature").press("Home")
    expect(likeliest(screen).locator("small")).to_have_text(re.compile(r"0\.9|1\.0"))
    token = likeliest(screen).locator("b").text_content()
    expect(announced(screen, 3)).to_have_text(token)
    screen.page.get_by_role("button", name="Sample one").click()
    expect(written(screen, after=2)).to_have_text([token])
    screen.no_trouble()


def test_in_more_pictures_a_click_cuts_a_look_and_wires_follow_typing(screen: Screen) -> None:
    screen.go("attributed", text="The girl stepped into bear country and helped the", more="true")
    said = screen.page.locator(".says", has_text="cut, the logit moves by")
    expect(said).to_contain_text("Layer 6, head 5 took +5.260 from bear")
    looks = screen.picture("Shares of “bear” by layer")
    looks.press("ArrowDown")
    looks.press("Enter")
    expect(said).to_contain_text("Layer 5, head")
    expect(screen.page).to_have_url(re.compile("key_position=4"))
    screen.settle()
    screen.box.press("End")
    screen.box.press_sequentially("m")
    screen.painted("The girl stepped into bear country and helped them", "The 10 links that brought most")
    screen.no_trouble()


def test_every_number_opens_by_click_and_key_and_the_names_lead_back(screen: Screen) -> None:
    screen.go("opened", text="The girl stepped into bear country and helped the")
    heading = screen.page.get_by_role("heading", level=2).first
    expect(heading).to_have_text("Probability of “bear”")
    tree = screen.page.locator("[data-picture=term_tree]")
    screen.settle()
    tree.locator("[tabindex='0']").press("Enter")
    expect(heading).to_have_text("Logit of “bear”")
    expect(screen.page).to_have_url(re.compile("opened=probability.1091.logit.1091"))
    screen.settle()
    stop = tree.locator("button:focus")
    expect(stop).to_contain_text("logit")
    for key in ("ArrowRight", "ArrowRight", "Enter"):  # the largest term of the logit, and on to what that is made of
        stop.press(key)
    expect(screen.page).to_have_url(re.compile(r"opened=probability.1091.logit.1091.final.8.\d+.residual_out"))
    expect(heading).to_have_text(re.compile("Residual out layer 6"))
    screen.settle()
    expect(stop).to_contain_text("input")
    tree.get_by_role("button", name=re.compile("Probability")).click()
    expect(heading).to_have_text("Probability of “bear”")
    screen.no_trouble()
