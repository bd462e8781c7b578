"""The training bench in a real browser: it trains, stands still, goes back, and is as it was on coming back."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.screen import PATIENCE, Screen

# While the page waits for an answer Streamlit pales what it may replace: what was paler once and has a picture in it.
WATCH = """() => {
    window.paled = [];
    const key = (e) => e.closest('[class*=st-key-]')?.className.match(/st-key-\\w+/)[0];
    window.watching = setInterval(() => {
        for (const picture of document.querySelectorAll('[data-testid=stBidiComponentIsolated]')) {
            for (let e = picture; e; e = e.parentElement) {
                const { opacity } = getComputedStyle(e);
                if (opacity < 1) paled.push(`${key(picture)}: ${e.dataset.testid} of ${key(e)} is at ${opacity}`);
            }
        }
    }, 20);
}"""


@pytest.mark.study
def test_a_head_forms_while_one_looks_on(screen: Screen) -> None:
    page = screen.page
    page.emulate_media(reduced_motion="no-preference")
    screen.go("learning", task="reverse", steps_a_picture=10)
    loss = screen.picture("The loss of the run over 0 steps")
    expect(loss).to_be_visible()
    guess = page.get_by_role("spinbutton", name="When will it learn this?")
    loss.click(position={"x": loss.bounding_box()["width"] * 0.6, "y": 60})
    expect(guess).to_have_value(re.compile(r"^1\d\d$"))  # of 200 steps
    guessed = guess.input_value()
    page.evaluate(WATCH)
    page.get_by_role("button", name="Train").click()
    expect(page.get_by_text(re.compile(r"95% are right at step"))).to_be_visible(timeout=3 * PATIENCE)
    page.get_by_role("button", name="More").click()
    page.get_by_role("textbox", name="Your example").fill("mnopqrst")  # while it trains
    expect(screen.picture("Attention patterns of layer 1 over 17 characters")).to_be_visible()
    page.keyboard.press("Escape")  # else the list of controls lies over the curve that is clicked below
    expect(page.get_by_role("textbox", name="Your example")).to_have_count(0)
    # It stands still by itself once it has settled.
    expect(page.get_by_role("button", name="Go on")).to_be_visible(timeout=3 * PATIENCE)
    screen.settle()
    paled = page.evaluate("clearInterval(watching), [...new Set(paled)]")
    assert paled == [], "no picture fades while it is drawn anew"
    board = page.locator("[data-text]").first
    expect(board).to_have_attribute("data-text", re.compile(r"^mnopqrst\|tsrqponm at \d+$"))
    at_the_end = board.get_attribute("data-text")
    expect(page.get_by_text("It says “tsrqponm”: 8 of 8 right.")).to_be_visible()

    with screen.answered():  # back through the run
        page.get_by_role("slider", name="Replay: step").press("ArrowLeft")
    expect(board).not_to_have_attribute("data-text", at_the_end)
    screen.rest()  # a sentence more or less moves the curve
    with screen.answered():  # to its beginning, by a click in the curve
        loss = screen.picture("The loss of the run over")
        loss.click(position={"x": 45, "y": 60})
    expect(board).to_have_attribute("data-text", "mnopqrst|tsrqponm at 0")
    expect(page.get_by_text(re.compile(f"You guessed step {guessed}"))).to_be_visible()

    screen.rest()
    page.get_by_role("link", name=re.compile("Translate")).last.click()  # away, and back
    expect(page.get_by_role("heading", level=1, name="Translate")).to_be_visible()
    screen.settle()
    screen.rest()  # the link stands below what is still drawn
    page.get_by_role("link", name=re.compile("Training")).last.click()
    expect(page.get_by_role("heading", level=1, name="Training")).to_be_visible()
    expect(board).to_have_attribute("data-text", re.compile(r"^mnopqrst\|tsrqponm at \d+$"))
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    screen.no_trouble()


def test_a_run_is_paused_and_stepped(screen: Screen) -> None:
    screen.go("learning", task="copy", steps_a_picture=1)
    page = screen.page
    page.get_by_role("button", name="Train").click()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    screen.settle()
    loss = screen.picture("The loss of the run over")
    stands = int(re.search(r"over (\d+) steps", loss.get_attribute("aria-label"))[1])
    page.get_by_role("button", name="More").click()
    with screen.answered():
        page.get_by_role("button", name="One step").click()
    expect(loss).to_have_attribute("aria-label", re.compile(f"over {stands + 1} steps"))
    screen.no_trouble()


@pytest.mark.study
def test_on_a_phone_train_goes_to_what_trains_and_the_replay_plays(phone: Screen) -> None:
    page = phone.page
    page.set_viewport_size({"width": 390, "height": 664})
    page.emulate_media(reduced_motion="no-preference")
    phone.go("learning", task="reverse", steps_a_picture=20)
    heads = phone.picture("Attention patterns of layer 1")
    expect(heads).not_to_be_in_viewport(ratio=0.9)
    page.get_by_role("button", name="Train").click()
    expect(heads).to_be_in_viewport(ratio=0.9)
    expect(page.get_by_role("button", name="Go on")).to_be_visible(timeout=3 * PATIENCE)
    replay = page.get_by_role("slider", name="Replay: step")
    last = replay.get_attribute("aria-valuetext")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("heading", name="Layer 1, at step 0", exact=True)).to_be_attached()
    expect(page.get_by_role("heading", name=f"Layer 1, at step {last}", exact=True)).to_be_attached()
    phone.no_trouble()
