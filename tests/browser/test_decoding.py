"""Decoding in a real browser: steps by the slider and by a word, Play, a beam, the reader's own French."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.screen import Screen


def target(screen: Screen, token: str) -> Locator:
    """A token of the French under the ribbons."""
    return screen.page.locator(".word.target", has_text=re.compile(f"^{re.escape(token)}$"))


def is_at(screen: Screen, step: int, token: str, ahead: int) -> None:
    """Slider, ribbons and bars show this step; so many tokens are still to be written."""
    expect(screen.page.get_by_role("slider", name="Step")).to_have_value(str(step))
    expect(target(screen, token)).to_have_attribute("aria-pressed", "true")
    expect(screen.page.locator(".word.target.ahead")).to_have_count(ahead)
    expect(screen.picture(f"The most likely tokens at step {step}.").locator("b").first).to_have_text(
        "(end)" if token == "end" else token
    )


def test_slider_and_words_choose_the_step_and_the_last_one_is_lit(screen: Screen) -> None:
    screen.go("decoding", english="The red car", step=2)
    is_at(screen, 2, "voiture", ahead=2)
    expect(screen.page.locator(".word.source", has_text="car")).to_have_attribute("data-weight", re.compile("[01]"))
    screen.turn_up("Step", "3")
    is_at(screen, 3, "rouge", ahead=1)
    target(screen, "end").click()
    is_at(screen, 4, "end", ahead=0)
    screen.settle()
    target(screen, "La").click()
    is_at(screen, 1, "La", ahead=3)
    expect(screen.page).to_have_url(re.compile("step=1"))
    expect(screen.page.get_by_role("button", name="Play")).to_be_visible()
    screen.no_trouble()


def test_beam_and_own_french_are_shown_with_the_arithmetic_and_nothing_is_stale_after_other_english(
    screen: Screen,
) -> None:
    screen.go("decoding", english="The red car", step=2, arithmetic="true")
    beam = screen.picture("The beam up to step 2")
    expect(beam).to_have_count(0)
    width = screen.page.get_by_role("slider", name="Beam width")
    width.focus()
    for kept in (1, 2):
        screen.page.keyboard.press("ArrowRight")
        expect(beam.locator("li")).to_have_count(2 * kept)
        assert len(set(beam.locator("li").evaluate_all("all => all.map(e => e.style.gridColumnStart)"))) == 2
    losses = screen.page.locator("ol[role=list]").filter(has_text="(end)").last
    expect(losses.locator("> *")).to_have_count(4)
    expect(losses.locator("b")).to_have_text(["La", "voiture", "rouge", "(end)"])
    own = losses.locator("small").all_text_contents()
    screen.page.get_by_role("textbox", name="Your French").press_sequentially("La voiture verte")
    expect(losses.locator("b")).to_have_text(["La", "voiture", "verte", "(end)"])
    costs = losses.locator("small").all_text_contents()
    assert costs[:2] == own[:2]  # each word is read with the words before it, and these are the model's own
    assert float(costs[2]) > float(own[2]) + 1
    screen.type("The green car")
    screen.painted("The green car")
    expect(losses.locator("small").nth(2)).to_have_text(re.compile(r"^0\.\d+$"))  # under one nat
    expect(target(screen, "verte")).to_be_visible()
    screen.no_trouble()
