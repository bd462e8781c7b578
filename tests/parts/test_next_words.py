"""Bars of next words: a click adds the word to the sentence."""

import pytest

from tests.draw import draw


@pytest.mark.parametrize(("view", "key"), [("heads", "next_words"), ("next_word", "next_word")])
def test_a_click_on_a_bar_adds_its_word_wherever_next_words_are_drawn(view: str, key: str) -> None:
    drawn = draw(view, text="The frog likes flies, and the")
    bars = drawn.payload(key)["bars"]
    assert bars[0]["label"] == "flies" and drawn.payload(key)["scale"] == 1
    assert drawn.chosen(key, 0) == {"text": "The frog likes flies, and the flies"}


def test_a_mark_that_no_box_can_hold_adds_nothing() -> None:
    drawn = draw("next_word", text="The end.")
    bars = drawn.payload("next_word")["bars"]
    place = next(number for number, bar in enumerate(bars) if bar["label"] in ("(end)", "(new line)"))
    assert drawn.chosen("next_word", place) == {"text": "The end."}
