"""What the page of the twins says in words and formulas follows from its numbers."""

import numpy as np
import pytest

from headlight.frame import words
from headlight.views.positions import twin_sentence
from headlight.views.positions.twin_encodings import bits, checked
from headlight.views.positions.twin_measured import sizes
from headlight.views.positions.twin_sentence import in_words


def test_the_bits_are_binary_numbers_with_the_fastest_first():
    counter = bits(16)
    assert counter.shape == (16, 4)
    for position, row in enumerate(counter):
        assert "".join(map(str, row[::-1])) == f"{position:04b}"
    assert bits(1).shape == (1, 1) and bits(17).shape == (17, 5)


@pytest.mark.parametrize(
    ("mask", "largest", "says"),
    [
        ("none", 2e-6, "✓ Without positions f(Px) = P f(x)"),
        ("causal", 1.5, "The mask tells order."),
        ("none", 1.5, "✗ Without positions it should be 0."),
        ("causal", 2e-6, "✓ Without positions f(Px) = P f(x)"),
    ],
)
def test_the_words_follow_the_largest_difference(mask, largest, says):
    moved = np.full((4, 5), 0.3)
    moved[0] = largest / 2
    moved[0, 3] = largest
    assert says in in_words(mask, moved)
    assert f"none {words.number(largest, 2)}, sinusoidal 0.3" in twin_sentence.largest(moved)


def test_a_shift_that_is_no_rotation_is_an_error():
    apart = words.number(3e-6)
    assert checked(3e-6, 5, "rotary") == f"✓ PE(p + 5) = R(5) PE(p) for rotary positions: {apart} apart at most,"
    assert checked(0.25, 5, "rotary").startswith("✗ PE(p + 5) ≠ R(5) PE(p) for rotary positions: 0.2")


def test_a_single_token_cannot_be_shuffled():
    assert "only one order" in in_words("none", np.zeros((4, 1)))


def test_the_paper_s_sizes_fit_together():
    paper = dict(zip(sizes()["size"], sizes()["paper"], strict=True))
    assert paper["h, heads"] * paper["d_k = d_v"] == paper["h · d_v"] == paper["d_model"] == 512
    assert (paper["N, layers"], paper["d_ff"]) == (6, 2048)
