"""Scissors in a sentence: on a word and on a head, by a click, a finger or a key, and a second one heals."""

import pytest
from playwright.sync_api import expect

from headlight.parts.by_hand import Cut
from headlight.pictures import Extras, Next, Screen, Words
from tests.browser.drawing.glass import Glass, all_of
from tests.browser.drawing.looked import PATTERNS, WORDS
from tests.pictures.caught import Caught
from transformer import Head


def board(cut: Cut | None = Cut(), *, chosen: int = 4, compact: bool = False) -> Caught:  # noqa: B008 - a value
    screen = Screen("The bear", "story")
    names = () if compact else (("", ""), ("", ""))
    patterns = PATTERNS[1:, 1:] if compact else PATTERNS
    words = Words([(word, word != ".") for word in WORDS], chosen, Head(1, 1), names)
    extras = Extras(compact=compact, cut=cut)
    screen.looks(patterns, words, Next([("ant", 0.5)]), extras, about="", alt="Words.", key="looks", on_choice=print)
    return Caught(screen.message())


def chosen(glass: Glass) -> list:
    return [value for _, (_, value) in glass.page.evaluate("window.chosen")]


@pytest.mark.parametrize("compact", [False, True], ids=["large", "compact"])
def test_a_word_that_is_pointed_at_has_scissors_and_the_head_that_is_shown(glass: Glass, compact: bool) -> None:
    glass.style(hint="none")  # as on a slide
    glass.show(board(compact=compact), width=1000)
    scissors = glass.page.locator(".snips .scissors")
    expect(scissors).to_have_count(0)  # the last word is what looks
    glass.page.locator(".stage button").nth(1).hover()
    scissors.hover()
    scissors.click()
    glass.page.get_by_role("button", name="Cut layer 2, head 2").click()
    assert chosen(glass) == [["cut", ["word", 1]], ["cut", ["head", [1, 1]]]], "and the word itself is not chosen"
    glass.style(hint="")


@pytest.mark.parametrize("compact", [False, True], ids=["large", "compact"])
def test_what_is_cut_is_seen_and_a_second_click_or_key_heals_it(glass: Glass, compact: bool) -> None:
    glass.show(board(Cut([1], [Head(1, 1)]), chosen=1, compact=compact), width=1000)
    assert all_of(glass, ".stage button", "e.classList.contains('cut')") == [False, True, False, False, False]
    assert all_of(glass, ".stage button span", "getComputedStyle(e).textDecorationLine")[1] == "line-through"
    assert set(all_of(glass, ".stage path[data-word]", "getComputedStyle(e).strokeDasharray")) == {"2px, 9px"}
    glass.page.locator(".stage button").nth(1).focus()
    glass.page.keyboard.press("Delete")
    glass.page.get_by_role("button", name="Heal “bear”").focus()
    glass.page.keyboard.press("Enter")
    glass.page.get_by_role("button", name="Heal layer 2, head 2").click()
    assert chosen(glass) == [["cut", ["word", 1]], ["cut", ["word", 1]], ["cut", ["head", [1, 1]]]]


def test_a_square_and_a_word_are_cut_by_a_key_and_nothing_is_where_nothing_can_be_cut(glass: Glass) -> None:
    glass.show(board(), width=1000)
    glass.page.locator(".heads button").nth(3).focus()
    glass.page.keyboard.press("Backspace")
    glass.page.locator(".stage button").nth(1).focus()  # which another is chosen instead of, once it is cut
    glass.page.keyboard.press("Delete")
    glass.page.locator(".stage button").nth(4).focus()
    glass.page.keyboard.press("Delete")
    assert chosen(glass) == [["cut", ["head", [1, 1]]], ["cut", ["word", 1]]], "nobody attends to the last word"
    glass.show(board(None, chosen=1), width=1000)
    glass.page.locator(".stage button").nth(1).focus()
    glass.page.keyboard.press("Delete")
    assert not chosen(glass) and not glass.page.locator(".scissors:visible").count()
