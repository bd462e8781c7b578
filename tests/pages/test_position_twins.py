"""The views that compare positions show the numbers of their four models, and their addresses restore them."""

import numpy as np
import pytest
import torch

from headlight.pages.positions.position_twins import by_words, largest, moved_text
from headlight.pages.positions.twin_encodings import checked
from headlight.parts import words
from headlight.reading.reader import EXAMPLE
from tests.draw import draw
from tests.pages.screen import address, opened
from transformer import load
from transformer.readings.order import encoding_of, moved_by_shuffle, with_shuffle

KINDS = ("none", "sinusoidal", "learned", "rotary")


def test_two_twins_are_compared_and_all_four_with_the_mask():
    drawn = draw("position_twins", text=EXAMPLE)
    assert any(words == "✓ To the twin without positions, your text is a bag of words." for words in drawn.headings)
    assert any("the mask shows order too." in words for words in drawn.headings)
    assert drawn.keys[0] == "shuffle_none" and drawn.numbers("shuffle_none").reshape(2, 9)[0].max() < 1e-4
    assert drawn.payload("shuffle_none")["names"] == ["none", "sinusoidal"]
    assert draw("position_twins", twin="rotary").payload("shuffle_none")["names"] == ["none", "rotary"]
    assert drawn.payload("shuffle_causal")["names"] == list(KINDS)
    assert drawn.payload("shuffle_none")["notes"] == ["nothing shows the position", "waves are added to the embeddings"]


def test_the_other_mask_is_among_more_pictures():
    state = draw("position_twins").state
    main, more = (board for board in state.view.boards(state) if board.pictures())
    assert list(main.pictures()) == ["shuffle_none"] and next(iter(more.pictures())) == "shuffle_causal"
    drawn = draw("position_twins")
    for key in ("shuffle_none", "shuffle_causal"):
        assert drawn.payload(key)["extent"] == pytest.approx(drawn.numbers(key).max()), "the largest change is deepest"


def test_the_shuffle_of_the_address_is_measured_in_every_twin():
    drawn = draw("position_twins", text="my dog bit that man", shuffle=7)
    order = by_words(load("twin-none").trace("my dog bit that man"), 7)
    words = ["my", "dog", "bit", "that", "man"]
    for mask in ("none", "causal"):
        assert drawn.payload(f"shuffle_{mask}")["words"] == words and drawn.payload(f"shuffle_{mask}")["order"] == list(
            order
        )
        kinds = drawn.payload(f"shuffle_{mask}")["names"]
        for row, kind in zip(drawn.numbers(f"shuffle_{mask}").reshape(len(kinds), 5), kinds, strict=True):
            model = load(f"twin-{kind}")
            ids = torch.tensor(model.tokenizer.ids("my dog bit that man"))
            moved = moved_by_shuffle(with_shuffle(model.transformer, ids, order, mask), order)
            np.testing.assert_allclose(row, moved, atol=1e-5)


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


def test_the_largest_differences_and_the_check_are_one_click_deeper():
    said = draw("position_twins", deeper=True).notes
    assert any(note.startswith("Without a mask: none 1") and ", rotary " in note for note in said)
    assert any(note.startswith("✓ In all 2 layers rows sum to 1") for note in said)


@pytest.mark.parametrize("kind", KINDS[1:])
def test_what_tells_a_twin_its_positions_is_one_click_deeper_with_the_rule_of_the_shift(kind):
    drawn = draw("position_twins", deeper=True, twin=kind, shift=9)
    np.testing.assert_array_equal(drawn.numbers("encoding"), encoding_of(load(f"twin-{kind}").transformer).ravel())
    assert drawn.payload("encoding")["tokens"][63] == "position 63"
    waved = "rotary" if kind == "rotary" else "sinusoidal"
    assert any(note.startswith(f"✓ PE(p + 9) = R(9) PE(p) for {waved}") for note in drawn.notes)


def test_a_text_that_begins_beyond_the_training_is_refused_by_learned_positions_alone():
    drawn = draw("position_twins", text="my bear country", start=62)
    bars = drawn.payload("loss_of_start")["bars"]
    assert [bar["label"] for bar in bars] == ["none", "sinusoidal", "rotary"]
    none, _, rotary = (bar["value"] for bar in bars)
    assert none == pytest.approx(0, abs=1e-5) and rotary == pytest.approx(0, abs=1e-3)
    assert any("The learned model ends at position 63: it has no row for 64." in note for note in drawn.notes)


def test_a_text_that_begins_later_within_the_training_is_read_by_all():
    drawn = draw("position_twins", text="my bear country", start=61)
    assert [bar["label"] for bar in drawn.payload("loss_of_start")["bars"]] == list(KINDS)


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


def test_it_opens_beyond_the_training_and_the_slider_is_the_cursor_of_the_curves():
    drawn = draw("position_twins", text=EXAMPLE)
    curves = drawn.payload("by_length")
    assert curves["at"] == 80 and curves["marks"] == {"end of training": 64}
    assert draw("position_twins", start=5).payload("by_length")["at"] == 5
    assert [bar["label"] for bar in drawn.payload("loss_of_start")["bars"]] == ["none", "sinusoidal", "rotary"]
    sinusoidal = drawn.payload("loss_of_start")["bars"][1]
    assert sinusoidal["value"] > 0.3, "it is worse there"
    then, now = map(float, sinusoidal["note"].split(" → "))
    assert sinusoidal["value"] == pytest.approx(now - then, abs=0.001) and now < 10 * sinusoidal["value"]
    assert drawn.payload("loss_of_start")["scale"] == pytest.approx(sinusoidal["value"]), "the bar fills its track"
    assert (
        max(bar["value"] for bar in draw("position_twins", text=EXAMPLE, start=0).payload("loss_of_start")["bars"]) > 3
    )
