"""One head's life in a real browser: a click on a sentence types it, and the finder says where no head is found."""

import re

from playwright.sync_api import expect

from tests.browser.screen import Screen
from transformer.bundled.head_lives import lives


def test_a_click_types_the_sentence_and_the_finder_says_where_no_head_is_found(screen: Screen) -> None:
    measured = lives("story")
    assert measured
    look = measured.heads[2][0].best[0]
    screen.go("life", layer=3, head=1)
    sentences = screen.page.get_by_role(
        "group", name=re.compile("Held-out sentences by the largest weight of layer 3, head 1")
    )
    with screen.answered():
        sentences.get_by_role("button").first.click()
    expect(screen.box).to_have_value(look.text)
    expect(screen.page).to_have_url(re.compile(f"token={look.query}"))
    word = screen.page.get_by_role("textbox", name="Only those with the word")
    word.fill("zyzzyva")
    word.press("Enter")
    expect(screen.page.get_by_text("No head has to do with")).to_be_visible()
    screen.no_trouble()


def test_a_click_on_a_sentence_of_a_head_across_types_its_english(screen: Screen) -> None:
    measured = lives("translate")
    assert measured
    look = measured.heads[2][1].best[1]
    screen.go("translate", more="true", cross_layer=3, cross_head=2)
    sentences = screen.page.get_by_role(
        "group", name=re.compile("Sentences with their French by the largest weight of layer 3")
    )
    with screen.answered():
        sentences.get_by_role("button").nth(1).click()
    expect(screen.box).to_have_value(look.text)
    expect(screen.page.get_by_role("heading", name="Layer 3, head 2 in other sentences")).to_be_visible()
    screen.no_trouble()
