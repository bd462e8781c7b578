"""The page that compares positions meets every text calmly, shows the numbers of its models, and is restored."""

import numpy as np
import pytest
import torch

from tests.awkward import AWKWARD
from tests.pages.screen import captions, headings, hidden, notes, numbers, opened, payload, typed
from transformer import Intervention, load
from transformer.readings.order import encoding_of, moved_by_shuffle, shuffle, with_shuffle

KINDS = ("none", "sinusoidal", "learned", "rotary")


def test_the_page_opens_with_the_example_in_all_four_twins():
    page = opened("position_twins")
    model = load("twin-rotary")
    layer, head = model.roles.best("previous_token")
    pattern = numbers(page, "pattern_rotary").reshape(8, 8)
    expected = model.trace("The hiking trail led us through bear country").layers[layer].pattern[head]
    np.testing.assert_allclose(pattern, expected, atol=1e-6)
    np.testing.assert_array_equal(hidden(page, "pattern_rotary").reshape(8, 8), np.triu(np.ones((8, 8)), 1))
    assert any("✓ Without positions f(Px) = P f(x)" in words for words in headings(page))
    assert any("The mask tells order." in words for words in headings(page))


def test_the_largest_differences_and_the_check_are_one_click_deeper():
    said = notes(opened("position_twins", arithmetic="true"))
    assert any(note.startswith("Without a mask: none 1") and ", rotary " in note for note in said)
    assert any(note.startswith("The twin without positions: ✓") for note in said)


def test_what_was_measured_of_the_twins_is_one_click_deeper():
    page = opened("beyond_training", arithmetic="true")
    assert [bar["label"] for bar in payload(page, "previous_token")["bars"]] == list(KINDS)
    assert payload(page, "by_length")["names"] == list(KINDS)


def test_the_encodings_and_the_rule_of_the_shift():
    page = opened("told_positions", arithmetic="true")
    assert payload(page, "encoding")["tokens"][63] == "position 63"
    assert any(caption.startswith("✓ PE(p + 5) = R(5) PE(p) for sinusoidal") for caption in captions(page))


def test_the_shuffle_of_the_address_is_measured_in_every_twin():
    page = opened("position_twins", text="my dog bit that man", shuffle="7")
    order = shuffle(5, 7)
    words = ["my", "dog", "bit", "that", "man"]
    assert [chip["text"] for chip in payload(page, "shuffled_chips")["tokens"]] == [words[place] for place in order]
    for mask in ("none", "causal"):
        shown = numbers(page, f"shuffle_{mask}").reshape(4, 5)
        for row, kind in zip(shown, KINDS, strict=True):
            model = load(f"twin-{kind}")
            ids = torch.tensor(model.tokenizer.ids("my dog bit that man"))
            np.testing.assert_allclose(
                row, moved_by_shuffle(with_shuffle(model.transformer, ids, order, mask), order), atol=1e-5
            )


def test_another_shuffle_is_one_click_away():
    page = opened("position_twins", shuffle="999")
    page.button(key="shuffle_again").click().run()
    assert not page.exception
    assert page.session_state["shuffle"] == 1


def test_a_text_that_begins_beyond_the_training_is_refused_by_learned_positions_alone():
    page = opened("beyond_training", text="my bear country", start="62")
    bars = payload(page, "loss_of_start")["bars"]
    assert [bar["label"] for bar in bars] == ["none", "sinusoidal", "rotary"]
    none, _, rotary = ((bar["before"], bar["value"]) for bar in bars)
    assert none[0] == pytest.approx(none[1], abs=1e-5) and rotary[0] == pytest.approx(rotary[1], abs=1e-3)
    assert any("learned positions 0 to 63: it has nothing to add at position 64" in note for note in notes(page))


def test_a_text_that_begins_later_within_the_training_is_read_by_all():
    page = opened("beyond_training", text="my bear country", start="61")
    assert [bar["label"] for bar in payload(page, "loss_of_start")["bars"]] == list(KINDS)
    model = load("twin-learned")
    moved = model.trace("my bear country", Intervention(start=61)).patterns - model.trace("my bear country").patterns
    assert any(f"learned {np.abs(moved).max():.1g}" in note for note in notes(page))


@pytest.mark.parametrize("kind", KINDS)
def test_the_twin_and_its_waves_are_in_the_address(kind):
    page = opened("told_positions", twin=kind, wave=["3", "80"], shift="9", arithmetic="true")
    if kind == "none":
        with pytest.raises(KeyError):
            numbers(page, "encoding")
    else:
        np.testing.assert_array_equal(numbers(page, "encoding"), encoding_of(load(f"twin-{kind}").transformer).ravel())
    waved = "rotary" if kind == "rotary" else "sinusoidal"
    assert any(caption.startswith(f"✓ PE(p + 9) = R(9) PE(p) for {waved}") for caption in captions(page))


def test_the_sizes_of_the_paper_stand_beside_ours():
    table = opened("beyond_training", arithmetic="true").dataframe[0].value
    assert table["paper"].tolist() == [6, 8, 512, 64, 512, 2048]
    assert table["each twin"].tolist() == [2, 4, 88, 22, 88, 352]


def test_wrong_values_in_the_address_fall_back():
    assert payload(opened("told_positions", twin="circular", wave=["x", "99"], shift="0"), "encoding")
    assert opened("beyond_training", start="1000").session_state["start"] == 0
    assert opened("position_twins", shuffle="-3").session_state["shuffle"] == 1


@pytest.mark.parametrize("text", AWKWARD)
@pytest.mark.parametrize("view", ["position_twins", "beyond_training"])
def test_an_awkward_text_is_met_calmly(view, text):
    typed(view, text)
