"""Bars of next words: a click adds the word to the sentence."""

import numpy as np
import pytest

from headlight.parts.next_words import Comparison
from headlight.pictures.decimals import percent
from headlight.state.registry import find
from headlight.state.state import State
from tests.draw import draw
from transformer import Head, Intervention


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


def test_what_moved_most_may_have_lost_and_what_all_lost_went_to_others() -> None:
    state = State.of(find("heads"), text="The girl stepped into bear country and helped the")
    without = state.trace(Intervention(silenced=frozenset({Head(5, 4)})))
    compared = Comparison(state, state.trace(), without)
    last = Comparison(state, state.trace(), state.trace(), final=without.final[-1])  # of a pass that had no other row
    assert last.changed and last.moved_most() == compared.moved_most()
    lost = np.clip(compared.earlier - compared.later, 0, None)
    said = "".join(words for words, _ in compared.moved_most())
    assert said.startswith("“bear” moved most, from 81% to 5%.") and f"In all, {percent(lost.sum())} of" in said
