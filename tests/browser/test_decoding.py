"""Decoding in a real browser: steps back and forward, a piece chosen, a beam, the reader's own French."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.screen import Screen


def chip(screen: Screen, piece: str) -> Locator:
    """A piece of the French above the pictures."""
    return screen.page.get_by_role("button", name=re.compile(f"^{re.escape(piece)}"))


def stands_at(screen: Screen, step: int, piece: str) -> None:
    """Frame and both columns of bars show this step."""
    expect(screen.page.locator("ol[role=group] > [aria-pressed=true] > b")).to_have_text([piece])
    expect(screen.picture(f"Where step {step} looks").locator("> *")).to_have_count(4)  # three words and the end
    expect(screen.picture(f"The likeliest pieces at step {step}.").locator("b").first).to_have_text(piece)


def test_box_and_pieces_choose_the_step_beam_and_own_french_are_shown_and_nothing_is_stale_after_other_english(
    screen: Screen,
) -> None:
    screen.go("decoding", english="The red car", step=2)
    stands_at(screen, 2, "voiture")
    screen.page.get_by_role("button", name="Forward →").click()
    stands_at(screen, 3, "rouge")
    for step, piece in ((2, "voiture"), (1, "La")):
        screen.page.get_by_role("button", name="← Back").click()
        stands_at(screen, step, piece)
    chip(screen, "(end)").click()
    stands_at(screen, 4, "(end)")
    expect(screen.page).to_have_url(re.compile("step=4"))
    screen.settle()
    chip(screen, "voiture").click()
    stands_at(screen, 2, "voiture")
    screen.settle()
    beam = screen.picture("The beam at step 2")
    expect(beam).to_have_count(0)
    width = screen.page.get_by_role("slider", name="Beam width")
    width.focus()
    for kept in (1, 2):
        screen.page.keyboard.press("ArrowRight")
        expect(beam.locator("li.kept")).to_have_count(kept)
    losses = screen.page.locator("ol[role=list]").filter(has_text="(end)").last
    expect(losses.locator("> *")).to_have_count(4)
    expect(losses.locator("b")).to_have_text(["La", "voiture", "rouge", "(end)"])
    own = losses.locator("small").all_text_contents()
    screen.page.get_by_label("Your French").press_sequentially("La voiture verte")
    expect(losses.locator("b")).to_have_text(["La", "voiture", "verte", "(end)"])
    costs = losses.locator("small").all_text_contents()
    assert costs[:2] == own[:2]  # each word is read with the words before it, and these are the model's own
    assert float(costs[2]) > float(own[2]) + 1
    screen.type("The green car")
    screen.painted("The green car")
    expect(losses.locator("small").nth(2)).to_have_text(re.compile(r"^0\.\d+$"))  # under one nat
    expect(chip(screen, "verte")).to_be_visible()
    screen.no_trouble()
