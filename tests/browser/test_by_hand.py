"""Attention by hand in a real browser: a cell moves everywhere, edited words are worked anew, a dictionary answers."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.screen import Screen


def formula(screen: Screen, beginning: str) -> Locator:
    """The formula that begins with these letters and digits, whatever stands between them."""
    pattern = r"^\W*" + r"\W*".join(beginning) + r"(?!\w)"
    return screen.picture("The formula with its numbers").filter(has_text=re.compile(pattern))


def test_a_click_on_a_cell_chooses_it_everywhere(screen: Screen) -> None:
    screen.go("by_hand", text="the river bank", query=2, arithmetic="true")
    matrices = [
        screen.picture(f"{noun} {side}")
        for noun in ("Scores", "Weights")
        for side in ("without projections", "of the head")
    ]
    expect(formula(screen, "q2k1")).to_be_visible()
    before = [screen.photograph(matrix) for matrix in matrices]
    clicked = matrices[0]
    clicked.focus()
    for key in ("ArrowUp", "ArrowLeft"):  # from the framed cell, the last row's second
        screen.page.keyboard.press(key)
    expect(clicked.locator("xpath=following-sibling::div")).to_contain_text("river → the")
    screen.page.keyboard.press("Enter")
    expect(formula(screen, "q1k0")).to_be_visible()
    for matrix, then in zip(matrices, before, strict=True):
        screen.repainted(matrix, then)
    expect(screen.page).to_have_url(re.compile("key_position=0.*query=1|query=1.*key_position=0"))
    said = re.compile(r"^river \(position 1\) gives 0\.\d{4} of its attention to the \(position 0\)\.$")
    expect(screen.page.get_by_text(said)).to_be_visible()
    screen.no_trouble()


def test_edited_words_are_worked_anew(screen: Screen) -> None:
    screen.go("four_words", arithmetic="true")
    result = formula(screen, "softmax")
    expect(result).to_contain_text("0.98522025")  # of seed 42
    typed = screen.page.get_by_role("textbox", name="Words | W_Q | W_K | W_V")
    typed.fill("1 2 3 | 1 0 0; 0 1 0; 0 0 1 | 1 0 0; 0 1 0; 0 0 1 | 0 1 0; 1 0 0; 0 0 2")
    typed.press("Enter")  # one word has only itself to attend to, so its context is its value
    expect(result).to_contain_text("2.000000001.000000006.00000000")
    words = screen.picture("The words of the words")
    for key in ("ArrowRight", "ArrowRight", "Enter"):  # after 3 it begins again
        words.press(key)
    expect(result).to_contain_text("2.000000001.000000000.00000000")
    expect(typed).to_have_value(re.compile(r"^1 2 0 \|"))
    screen.page.get_by_role("button", name="Reset to seed 42").click()
    expect(result).to_contain_text("0.98522025")
    screen.no_trouble()


def test_a_soft_dictionary_answers_at_every_key_and_a_hard_one_to_the_letter(screen: Screen) -> None:
    screen.go("dictionary")
    query = screen.page.get_by_role("textbox", name="Query: what to look up")
    query.fill("")
    query.press_sequentially("Vincent")
    expect(screen.page.get_by_text("of its attention to “Vincent van Gogh”.")).to_be_visible()
    expect(screen.page.get_by_text("# KeyError: 'Vincent'")).to_be_visible()
    query.press_sequentially(" van Gogh")
    expect(screen.page.get_by_text("# 'painter'")).to_be_visible()
    screen.page.get_by_role("radio", name="“Charles Dickens”").click()
    expect(screen.page.get_by_text("# 'writer'")).to_be_visible()
    expect(query).to_have_value("Charles Dickens")
    screen.no_trouble()
