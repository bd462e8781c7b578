"""Dense layer and attention: a fan of fixed weights that stays while the words change, and one that follows them."""

import numpy as np

from headlight.pages.why_attention import dense as mixing
from headlight.pages.why_attention.dense import length_text, missed_text
from headlight.pictures.looks import sentence
from headlight.reading import reader
from headlight.state.registry import find
from headlight.state.state import State
from tests.draw import draw
from tests.pages.screen import in_box, opened


def test_the_fan_of_a_dense_layer_stays_and_that_of_attention_follows_the_words() -> None:
    texts, model = ("The old dog saw a cat", "We walked to the lake and"), reader.bundled()  # words of one token each
    first, second = (draw("dense", text=text, layer=2, head=5) for text in texts)
    mean = np.mean([model.trace(text).layers[1].pattern[4, :16, :16] for text in mixing.sentences()], axis=0)
    np.testing.assert_allclose(first.numbers("fixed").reshape(6, 6), mean[:6, :6], atol=1e-5)
    np.testing.assert_array_equal(first.numbers("fixed"), second.numbers("fixed"))
    for at, text in zip((first, second), texts, strict=True):
        made = model.trace(text).layers[1].pattern[4]
        np.testing.assert_allclose(at.numbers("made").reshape(made.shape), made, atol=1e-6)
        assert at.payload("made")["chosen"] == at.payload("fixed")["chosen"] == 5, "at one position in any sentence"
    assert np.abs(first.numbers("made") - second.numbers("made")).max() > 0.1
    assert first.chosen("fixed", ["word", 4]) == {"query": 4}


def test_another_sentence_is_a_click_away_and_the_first_one_comes_back() -> None:
    at = opened("dense")
    for text in (mixing._OTHER, reader.EXAMPLE):
        next(button for button in at.button if button.label == "Another sentence").click().run()
        assert in_box(at) == text


def test_a_dense_layer_gives_weight_and_no_attention() -> None:
    state = State.of(find("dense"))
    board = state.view.board(state)
    fixed, made = (sentence(drawn) for key in ("fixed", "made") if (drawn := board.drawn(key)))
    assert fixed == "country gives 22% of its weight to The."
    assert made == "country gives 73% of its attention to bear."


def test_a_text_that_is_longer_than_the_dense_layer_has_words_without_ribbons() -> None:
    at = draw("dense", text="We walked to the lake and we saw a dog and a cat and a big red bird")
    size = len(at.payload("fixed")["words"])
    fixed = at.numbers("fixed").reshape(size, size)
    assert size == 18 and not fixed[mixing.MOST :].any() and fixed[mixing.MOST - 1].sum() > 0.9


def test_the_matrix_of_fixed_weights_has_a_row_and_a_column_for_each_position() -> None:
    at = draw("dense", text="bear country", query=1, deeper=True)
    fixed = at.numbers("matrix_of_fixed").reshape(mixing.MOST, mixing.MOST)
    np.testing.assert_allclose(fixed.sum(1), 1, atol=1e-6)  # a mean of patterns
    assert at.payload("pattern")["rows"] == ["bear", "country"] and at.payload("contexts")["text"] == "bear country"
    assert at.payload("pattern")["selected"][0] == at.payload("matrix_of_fixed")["selected"][0] == 1


def test_length_in_words() -> None:
    assert "ends at position 15, your text at 19." in length_text(20)
    assert "uses 8 of the dense layer’s 16 rows." in length_text(8)
    assert "any layer can do that" in missed_text(0.0, 1)
