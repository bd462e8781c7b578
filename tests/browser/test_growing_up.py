"""The model that grows up in a real browser: the slider moves the picture and the address, and a link restores both."""

import re

from playwright.sync_api import expect

from tests.browser.screen import Screen


def test_the_slider_of_training_time(screen: Screen) -> None:
    screen.open("learning", view="Growing up", text="He saw a", grown_step=350)
    page = screen.page
    screen.painted("He saw a")
    expect(page.get_by_text("All heads, after 350 steps")).to_be_visible()
    with screen.answered():
        page.get_by_role("slider", name="Steps of training").press("ArrowLeft")
    expect(page.get_by_text("All heads, after 200 steps")).to_be_visible()
    expect(page).to_have_url(re.compile("grown_step=200"))
    expect(screen.picture("The likeliest next tokens after 200 steps")).to_contain_text("big")
    with screen.answered():
        screen.box.fill("She went to the")
    screen.painted("She went to the")
    expect(screen.picture("The likeliest next tokens after 200 steps")).to_contain_text("park")

    page.goto(page.url)  # the address alone brings it back
    screen.settle()
    screen.painted("She went to the")
    screen.no_trouble()
