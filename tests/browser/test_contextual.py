"""One word in three sentences, in a real browser: the boxes share a line."""

from tests.browser.screen import Screen


def test_the_boxes_of_two_sentences_and_a_word_stand_on_one_line(screen: Screen) -> None:
    screen.go("contextual", text="the river bank", text_2="a river ran", text_3="I saw the river")
    boxes = [screen.page.get_by_role("textbox", name=name) for name in ("Second sentence", "Third sentence", "Word to")]
    for width in (1440, 1024):
        screen.page.set_viewport_size({"width": width, "height": 900})
        screen.rest()
        places = [box.bounding_box() for box in boxes]
        assert all(place and place["y"] <= places[0]["y"] + 20 and place["width"] > 200 for place in places)


def test_on_a_phone_the_slider_of_layers_leaves_the_boxes_their_width(phone: Screen) -> None:
    phone.go("contextual")
    for name in ("Second sentence", "Third sentence"):
        box = phone.page.get_by_role("textbox", name=name).bounding_box()
        assert box and box["width"] > 300
