"""Next word in a real browser: a button writes into the box and takes it back, a line cuts the bars."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.screen import Screen

BARS = "Probabilities of the most likely next tokens"


def likeliest(screen: Screen) -> Locator:
    """The first of the bars: a token and its probability."""
    return screen.picture(BARS).locator("> *").first


def written(screen: Screen) -> Locator:
    """The words after the reader's own, which the model wrote."""
    return screen.page.locator("[data-picture=looks] .stage > button:nth-of-type(n + 4) > span")


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
