"""Dense layer and attention: one matrix for both sentences, two patterns, and all of it in the address."""

import numpy as np

from headlight.pages.why_attention import dense as mixing
from headlight.pages.why_attention.dense import length_text, missed_text
from headlight.parts.live_check import CHECKED
from headlight.reading import reader
from tests.draw import draw
from transformer.experiments.mixing import least_squares_mixer


def test_the_fixed_weights_are_solved_for_and_each_sentence_makes_its_own_pattern() -> None:
    at = draw("dense", deeper=True)
    first, second = (at.numbers(key) for key in ("first_pattern", "second_pattern"))
    assert len(first) == 81 and len(second) == 100
    heads = mixing._heads(reader.loaded())
    expected = least_squares_mixer(heads.values[2, 0], heads.context[2, 0])[:12, :12]
    np.testing.assert_allclose(at.numbers("fixed").reshape(12, 12), expected, rtol=0, atol=1e-6)
    apart = abs(_corner(first, 9) - _corner(second, 10)).max()
    assert any(said.endswith(f"both have: 0 in the dense layer, {apart:.4f} in attention.") for said in at.headings)
    assert "Dense layer over the whole text: (n · d)² = (9 · 192)² = 2,985,984" in at.notes


def _corner(flat: np.ndarray, size: int) -> np.ndarray:
    square = flat.reshape(size, size)[:8, :8]
    return np.where(np.isinf(square), 0, square)


def test_the_address_restores_both_sentences_and_the_layer() -> None:
    at = draw(
        "dense",
        text="bear country",
        other_text="river bank",
        mixer="mean pattern",
        built_for="5",
        query="1",
        layer="2",
        deeper=True,
    )
    assert at.payload("first_pattern")["rows"] == ["bear", "country"]
    assert at.payload("second_pattern")["rows"] == ["river", "bank"]
    assert at.payload("second_contexts")["text"] == "bear country"
    rows = at.numbers("fixed").reshape(5, 5)
    np.testing.assert_allclose(rows.sum(1), 1, atol=1e-6)  # a mean of patterns


def test_two_texts_that_are_one_have_one_pattern_and_are_checked_once() -> None:
    one = {"text": "bear country", "other_text": "bear country"}
    at = draw("dense", **one, built_for=4, query=5, key_position=5, deeper=True)
    np.testing.assert_array_equal(at.numbers("first_pattern"), at.numbers("second_pattern"))
    assert any(said.endswith("0 in the dense layer, 0.0000 in attention.") for said in at.headings)
    assert at.notes.count(CHECKED) == 1
    assert len(at.numbers("fixed")) == 16


def test_the_map_of_heads_frames_the_chosen_one() -> None:
    at = draw("dense", layer="1", head="3", deeper=True)
    assert at.payload("dense_heads")["selected"] == [0, 2]
    assert any("Layer 1, head 3 is nearly a dense layer: fixed weights miss 2." in said for said in at.notes)


def test_the_cell_that_is_compared_is_one_that_both_sentences_have() -> None:
    at = draw("dense", text="The hiking trail led us through bear country", other_text="the river bank")
    assert at.payload("first_pattern")["selected"][0] == at.payload("second_pattern")["selected"][0] == 2
    at = draw("dense", query="7")
    assert at.payload("first_pattern")["selected"] == [7, 7]


def test_length_in_words() -> None:
    assert "for position 12 it has no weights" in length_text(12, 13, "first")
    assert "for positions 12 to 19 it has no weights" in length_text(12, 20, "first")
    assert "4 of the layer's rows stay unused" in length_text(12, 8, "first")
    assert "exactly" in length_text(12, 12, "second")
    assert "any layer can do that" in missed_text(0.0, 1)
