"""Word vectors in a real browser: a chip moves the window, and a sum follows its boxes key by key."""

import re

from playwright.sync_api import expect

from tests.browser.screen import Screen


def test_a_click_moves_the_window_and_a_sum_follows_the_keys(screen: Screen) -> None:
    screen.go("word_vectors", text="the king ate a banana")
    screen.page.get_by_role("button", name=re.compile("^king")).click()
    expect(screen.page).to_have_url(re.compile("centre=1"))
    expect(screen.page.get_by_role("heading", name="Nearest to “king”")).to_be_visible()
    screen.page.get_by_role("link", name="king - man + woman").click()
    answers = screen.picture("The words whose vectors have the largest cosine with the sum").first
    expect(answers).to_contain_text("queen")
    for label, word in (("Word", "paris"), ("− minus", "france"), ("+ plus", "england")):
        box = screen.page.get_by_label(label, exact=True)
        box.fill("")
        box.press_sequentially(word)
    expect(answers).to_contain_text("london")
    screen.no_trouble()
