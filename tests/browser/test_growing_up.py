"""The model that grows up in a real browser: it plays from noise to the last step."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.screen import Screen


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


def test_what_comes_next_is_near_a_short_sentence(screen: Screen) -> None:
    screen.go("growing_up", text="Once upon a")
    word, bars = (screen.page.locator(part).last.bounding_box() for part in (".stage button", ".next ol"))
    assert word and bars and 0 < bars["x"] - word["x"] - word["width"] < 150
