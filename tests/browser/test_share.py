"""Share in a real browser: the live page has the model that is shown, a sentence its picture, and keys close both."""

import io
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import BrowserContext, expect

from tests.browser.screen import PATIENCE, Screen
from tests.sampled import sampled

SENT = [{}, {"layer": 3, "head": 1, "query": 4}]  # as typed, and chosen


def shared(screen: Screen, path: Path) -> None:
    """Open Share, and save its live page."""
    # A file that is made while the page is still being drawn is let go with what was drawn before.
    with screen.answered():
        screen.press("Share")
    with screen.page.expect_download(timeout=PATIENCE) as saving:
        screen.page.get_by_role("dialog").get_by_role("button", name="Live page").click()
    saving.value.save_as(path)


@pytest.mark.study
def test_a_file_is_there_though_others_type_before_it_is_fetched(
    screen: Screen, profiles: Callable[..., BrowserContext], server: str
) -> None:
    other = Screen(profiles(1440, 900, reader="another").new_page(), server).open("attention", text="bear")
    screen.go("attention", text="bear country")
    with screen.answered():
        screen.press("Share")
    with screen.page.expect_download(timeout=PATIENCE) as saving:
        screen.page.get_by_role("dialog").get_by_role("button", name="Numbers (NPZ)").click()
    for letter in "sa":
        with other.answered():
            other.box.press_sequentially(letter)
    assert screen.page.request.get(saving.value.url).ok
    screen.page.keyboard.press("Escape")
    other.page.close()


def test_the_bench_shares_its_model_and_escape_closes_what_lost_the_focus(screen: Screen, tmp_path: Path) -> None:
    screen.go("learning", task="reverse")
    shared(screen, tmp_path / "live.html")
    said = (tmp_path / "live.html").read_text("utf-8")
    assert '"model": "reverse"' in said and len(said) < 1_000_000
    expect(screen.page.get_by_role("dialog")).to_be_visible()
    screen.page.evaluate("document.activeElement.blur()")  # as a button that is switched off while it works
    screen.page.keyboard.press("Escape")
    expect(screen.page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("keys", sampled(SENT, SENT[1:]))
def test_the_picture_that_a_chat_shows_is_the_one_that_is_sent(
    screen: Screen, server: str, keys: dict[str, int]
) -> None:
    text = "Tom and Lisa went to the park. Tom gave the ball to"
    screen.go("start", text=text, **keys)
    screen.press("Send this sentence")
    with screen.page.expect_download() as sent:
        screen.press("Download picture")
    asked = screen.page.request.get(f"{server}/card.png", params={"text": text} | keys)
    ours, theirs = (
        np.asarray(Image.open(io.BytesIO(file)).convert("RGB")).astype(int)
        for file in (asked.body(), sent.value.path().read_bytes())
    )
    assert np.abs(ours - theirs).mean() < 2 and (np.abs(ours - theirs).max(2) > 60).mean() < 0.015
