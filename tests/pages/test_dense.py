"""Dense layer and attention: one matrix for both sentences, two patterns, and all of it in the address."""

import numpy as np

from headlight.pages.why_attention import dense as mixing
from headlight.pages.why_attention.dense import length_text, missed_text
from headlight.parts.live_check import CHECKED
from headlight.pictures.looks import sentence
from headlight.reading import reader
from headlight.state.registry import find
from headlight.state.state import State
from tests.draw import draw
from tests.pages.screen import notes, numbers, opened, payload
from tests.statements import lesson
from transformer.experiments.mixing import least_squares_mixer


def test_the_fixed_weights_are_solved_for_and_each_sentence_makes_its_own_pattern() -> None:
    at = opened("dense", more="true", arithmetic="true")
    first, second = (numbers(at, key) for key in ("first_pattern", "second_pattern"))
    assert len(first) == 81 and len(second) == 100
    heads = mixing._heads(reader.loaded())
    expected = least_squares_mixer(heads.values[2, 0], heads.context[2, 0])[:12, :12]
    np.testing.assert_allclose(numbers(at, "fixed").reshape(12, 12), expected, rtol=0, atol=1e-6)
    apart = abs(_corner(first, 9) - _corner(second, 10)).max()
    assert any(f"attention weights differ by up to {apart:.0%} over 9 positions" in said for said in notes(at))
    assert "Dense layer over the whole text: (n · d)² = (9 · 192)² = 2,985,984" in notes(at)


def test_the_ribbons_of_a_dense_layer_are_the_same_over_both_sentences_and_those_of_attention_are_not() -> None:
    texts = {"text": "The old dog saw a cat", "other_text": "We walked to the lake"}  # words of one token each
    at, model = draw("dense", **texts), reader.bundled()
    fixed = [at.numbers(f"fixed_{name}").reshape(size, size) for name, size in (("first", 6), ("second", 5))]
    mean = np.mean([model.trace(text).layers[2].pattern[0, :16, :16] for text in mixing.sentences()], axis=0)
    np.testing.assert_allclose(fixed[0], mean[:6, :6], atol=1e-5)
    np.testing.assert_array_equal(fixed[0][:5, :5], fixed[1])
    for name, text in zip(("first", "second"), texts.values(), strict=True):
        made = model.trace(text).layers[2].pattern[0]
        np.testing.assert_allclose(at.numbers(f"made_{name}").reshape(made.shape), made, atol=1e-6)
    assert at.payload("made_first")["chosen"] == at.payload("fixed_second")["chosen"] == 2  # "dog" attends to "old"
    assert at.chosen("fixed_second", ["word", 4]) == {"query": 4}


def test_each_row_is_named_above_it_and_a_dense_layer_gives_weight_and_no_attention() -> None:
    state = State.of(find("dense"))
    board = state.view.board(state)
    above = [item.get("title", item["kind"]) for item in board.items()]
    assert above[:6] == ["Dense layer", "picture", "picture", "Attention", "picture", "picture"]
    fixed, made = (sentence(drawn) for key in ("fixed_first", "made_first") if (drawn := board.drawn(key)))
    assert fixed == "country gives 22% of its weight to The."
    assert made == "country gives 73% of its attention to bear."


def test_a_text_that_is_longer_than_the_dense_layer_has_words_without_ribbons() -> None:
    at = draw("dense", text="one two three four five six seven eight", built_for=4)
    fixed, size = at.numbers("fixed_first"), len(at.payload("fixed_first")["words"])
    assert not fixed.reshape(size, size)[4:].any() and fixed.reshape(size, size)[3].sum() > 0.9


def _corner(flat: np.ndarray, size: int) -> np.ndarray:
    square = flat.reshape(size, size)[:9, :9]
    return np.where(np.isinf(square), 0, square)


def test_the_address_restores_both_sentences_and_the_layer() -> None:
    at = opened(
        "dense",
        text="bear country",
        other_text="river bank",
        mixer="mean pattern",
        built_for="5",
        query="1",
        layer="2",
        more="true",
        arithmetic="true",
    )
    assert payload(at, "first_pattern")["rows"] == ["bear", "country"]
    assert payload(at, "second_pattern")["rows"] == ["river", "bank"]
    assert payload(at, "second_contexts")["text"] == "bear country"
    rows = numbers(at, "fixed").reshape(5, 5)
    np.testing.assert_allclose(rows.sum(1), 1, atol=1e-6)  # a mean of patterns


def test_two_texts_that_are_one_have_one_pattern_and_are_checked_once() -> None:
    one = {"text": "bear country", "other_text": "bear country"}
    at = draw("dense", **one, built_for=4, query=5, key_position=5, deeper=True)
    np.testing.assert_array_equal(at.numbers("first_pattern"), at.numbers("second_pattern"))
    assert any("attention weights differ by up to 0% over 2 positions" in said for said in at.notes)
    assert sum(CHECKED in note for note in at.notes) == 1
    assert len(at.numbers("fixed")) == 16


def test_the_map_of_heads_frames_the_chosen_one() -> None:
    at = opened("dense", layer="1", head="3", arithmetic="true")
    assert payload(at, "dense_heads")["selected"] == [0, 2]
    assert any("Layer 1, head 3 is nearly a dense layer: fixed weights miss 2." in said for said in notes(at))
    assert any("Layer 3, head 3 depends most on the words: they miss 70." in said for said in notes(at))
    assert "about 2% of its output. For layer 3, head 3 they miss 70%." in lesson("dense")


def test_the_cell_that_is_compared_is_one_that_both_sentences_have() -> None:
    at = opened("dense", text="The hiking trail led us through bear country", other_text="the river bank", more="true")
    assert payload(at, "first_pattern")["selected"][0] == payload(at, "second_pattern")["selected"][0] == 2
    at = opened("dense", query="7", more="true")
    assert payload(at, "first_pattern")["selected"] == [7, 7]


def test_its_slide_compares_the_dense_layer_with_attention() -> None:
    assert draw("dense", present=1).keys[:4] == ["fixed_first", "fixed_second", "made_first", "made_second"]


def test_length_in_words() -> None:
    assert "for position 12 it has no weights" in length_text(12, 13, "first")
    assert "for positions 12 to 19 it has no weights" in length_text(12, 20, "first")
    assert "4 of the layer's rows stay unused" in length_text(12, 8, "first")
    assert "exactly" in length_text(12, 12, "second")
    assert "any layer can do that" in missed_text(0.0, 1)
