"""The views that compare positions show the numbers of their four models, and their addresses restore them."""

import numpy as np
import pytest

from headlight.pages.positions.position_twins import by_words, largest, moved_text
from headlight.pages.positions.twin_encodings import checked
from headlight.parts import words
from tests.draw import draw
from tests.pages.screen import address, opened
from transformer import load


def test_words_stay_whole_and_at_first_two_that_say_something_change_places():
    shown = draw("position_twins").payload("shuffle_none")
    assert [shown["words"][place] for place in shown["order"]] == ["The", "man", "bit", "es", "the", "dog"]
    trace = load("twin-none").trace(shown["text"])
    orders = {seed: by_words(trace, seed) for seed in range(1, 30)}
    assert all(order.index(4 - 1) == order.index(3 - 1) + 1 for order in orders.values()), "“bites” is two tokens"
    assert len({*orders.values()}) > 10 and by_words(load("twin-none").trace("the the"), 0) == (1, 0)


def test_another_shuffle_is_one_click_away():
    page = opened("position_twins", shuffle="41")
    page.button(key="shuffle_again").click().run()
    assert not page.exception
    assert address(page)["shuffle"] == "42"


def test_a_text_that_begins_beyond_the_training_is_refused_by_learned_positions_alone():
    drawn = draw("position_twins", text="my bear country", start=62)
    bars = drawn.payload("loss_of_start")["bars"]
    assert [bar["label"] for bar in bars] == ["none", "sinusoidal", "rotary"]
    none, _, rotary = (bar["value"] for bar in bars)
    assert none == pytest.approx(0, abs=1e-5) and rotary == pytest.approx(0, abs=1e-3)
    assert any("The learned model ends at position 63: it has no row for 64." in note for note in drawn.notes)


@pytest.mark.parametrize(
    ("mask", "most", "says"),
    [
        ("none", 2e-6, "✓ To the twin without positions, your text is a bag of words."),
        ("causal", 1.5, "the mask shows order too."),
        ("none", 1.5, "✗ Without positions it should be 0."),
        ("causal", 2e-6, "✓ To the twin without positions, your text is a bag of words."),
    ],
)
def test_the_words_follow_the_largest_difference(mask, most, says):
    moved = np.full((4, 5), 0.3)
    moved[0] = most / 2
    moved[0, 3] = most
    assert says in moved_text(mask, moved)
    assert f"none {words.number(most, 2)}, sinusoidal 0.3" in largest(moved)


def test_a_shift_that_is_no_rotation_is_an_error():
    apart = words.number(3e-6)
    assert checked(3e-6, 5, "rotary") == f"✓ PE(p + 5) = R(5) PE(p) for rotary positions: {apart} apart at most,"
    assert checked(0.25, 5, "rotary").startswith("✗ PE(p + 5) ≠ R(5) PE(p) for rotary positions: 0.2")
