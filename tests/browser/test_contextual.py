"""One word in three sentences, in a real browser: a chip chooses the word, a row of the matrix the layer."""

import re

from playwright.sync_api import expect

from tests.browser.screen import Screen


def test_a_click_on_a_word_compares_it_and_a_row_chooses_the_layer(screen: Screen) -> None:
    screen.go("contextual", more="true", text="the river bank", text_2="a river ran", text_3="I saw the river", layer=2)
    chip = screen.page.get_by_role("button", name=re.compile("river"))
    chip.first.click()
    expect(screen.page.get_by_role("textbox", name="Word to compare")).to_have_value("river")
    expect(screen.page).to_have_url(re.compile("same_word=river"))
    screen.settle()
    screen.page.get_by_role("button", name="Examples").click()
    taken = screen.page.get_by_role("button", name="the river bank · banking a basketball")
    taken.click()
    screen.painted("the river bank")
    expect(screen.page.get_by_role("textbox", name="Second sentence")).to_have_value("banking a basketball")
    expect(taken).to_have_count(0)
    screen.settle()
    screen.rest()
    texts = {"text": "the river bank", "text_2": "a river ran", "text_3": "I saw the river"}
    screen.go("contextual", **texts, layer=2, arithmetic="true")
    movers = screen.picture("How much each token moved the word in each layer")
    boxes = [screen.page.get_by_role("textbox", name=name) for name in ("Second sentence", "Third sentence", "Word to")]
    for width, lines in ((1440, [0, 0, 0]), (1024, [0, 0, 0])):
        screen.page.set_viewport_size({"width": width, "height": 900})
        screen.rest()
        tops = [box.bounding_box()["y"] for box in boxes]
        assert [int(top > tops[0] + 20) for top in tops] == lines
        assert all(box.bounding_box()["width"] > 200 for box in boxes)
    screen.page.set_viewport_size({"width": 1440, "height": 900})
    screen.rest()
    movers.first.focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "Enter"):
        screen.page.keyboard.press(key)
    expect(screen.page).to_have_url(re.compile("layer=5"))
    expect(screen.picture("How much each token moved the word through each head of layer 5").first).to_be_visible()
    screen.no_trouble()
