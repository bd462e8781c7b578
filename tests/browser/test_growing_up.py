"""The model that grows up in a real browser: the slider moves the picture and the address, and a link restores both."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.screen import Screen


def test_the_slider_of_training_time(screen: Screen) -> None:
    screen.go("growing_up", text="He saw a", grown_step=350)
    page = screen.page
    screen.painted("He saw a")
    expect(page.get_by_role("heading", name=re.compile("after 350 steps"))).to_be_visible()
    with screen.answered():
        page.get_by_role("slider", name="Steps of training").press("ArrowLeft")
    expect(page.get_by_role("heading", name=re.compile("after 200 steps"))).to_be_visible()
    expect(page).to_have_url(re.compile("grown_step=200"))
    following = screen.page.get_by_role("list", name="The most likely next tokens")
    expect(following).to_contain_text("big")
    with screen.answered():
        screen.box.fill("She went to the")
    screen.painted("She went to the")
    expect(following).to_contain_text("park")
    expect(page).to_have_url(re.compile(r"text=She\+went\+to\+the"))  # a moment after the picture

    page.goto(page.url)  # the address alone brings it back
    screen.settle()
    screen.painted("She went to the")
    screen.no_trouble()


@pytest.mark.study
def test_play_goes_from_noise_to_the_last_step_and_the_film_runs_between_the_steps(screen: Screen) -> None:
    screen.go("growing_up", text="Once upon a", grown_step=0)
    page = screen.page
    slider = page.get_by_role("slider", name="Steps of training")
    page.evaluate("addEventListener('moved', ({ detail }) => (window.between ||= detail.at % 1 > 0))")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(slider).to_have_attribute("aria-valuetext", "2000")
    following = page.get_by_role("list", name="The most likely next tokens")
    expect(following.get_by_role("listitem").first).to_have_text(re.compile(r"time.*0\.99"))
    expect(page.get_by_role("heading", name=re.compile("after 2,000 steps"))).to_be_visible()
    assert page.evaluate("between")
    expect(page).not_to_have_url(re.compile("grown_step"))  # where it opens
    page.get_by_role("button", name="Play").click()  # from the beginning
    page.get_by_role("button", name="Pause").click()
    screen.settle()
    assert slider.get_attribute("aria-valuetext") != "2000"
    screen.no_trouble()
