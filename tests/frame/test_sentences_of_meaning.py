"""What the pages on meaning, on scores and on gradients say in numbers, found again without the code that says it."""

from types import SimpleNamespace

import numpy as np
import pytest

from headlight.views.embeddings import analogies, contexts, drift, word_list, word_windows
from headlight.views.embeddings import movers_room as movers
from headlight.views.embeddings import one_hot_room as one_hot
from headlight.views.why_attention import gradients as reach
from headlight.views.why_attention import recurrence, scoring
from tests.drawn import plain
from transformer import load, load_words


@pytest.fixture(scope="module")
def model():
    return load("story")


@pytest.fixture(scope="module")
def vectors():
    return load_words("words")


@pytest.fixture(scope="module")
def banks(model):
    traces = [model.trace(text) for text in ("the river bank", "They bank the money", "a financial bank")]
    return contexts.contexts(traces, "bank", "last")


def test_the_rank_with_the_words_of_the_sum_left_out_stands_first(vectors):
    king, man, woman = (vectors.units[vectors.place(word)].astype(float) for word in ("king", "man", "woman"))
    scores = vectors.units @ (king - man + woman)
    order = [vectors.words[place] for place in np.argsort(-scores)]
    others = [word for word in order if word not in ("king", "man", "woman")]
    asked = analogies.Question("king", "man", "woman", "girl")
    without, with_them = others.index("girl") + 1, order.index("girl") + 1
    assert without < with_them
    assert plain(analogies.in_words(vectors, asked)).startswith(
        f"girl is no. {without:,} of {len(order):,} when the three words are left out, and no. {with_them:,} with all"
    )


def test_the_two_that_are_least_alike_at_the_end_are_named(banks):
    values = np.array([[1.0, 0.5], [0.25, 0.4], [1.0, 0.125]])  # of 1 and 2, 1 and 3, 2 and 3
    assert plain(drift.said(banks, values)) == (
        "After the last layer “They bank” (2) and “financial bank” (3) are least alike: cosine 0.125, "
        "from 1.000 as embedded."
    )


def test_the_token_that_moved_the_word_most_is_named_with_sums_over_all_layers(banks):
    values = np.zeros((2, 2, 3))  # [layer, head, pos]
    values[0, :, 0] = 3.0, 4.0
    values[1, :, 1] = 1.0, 5.5
    values[:, :, 2] = 0.25
    assert plain(movers.said(values, banks[0])) == "the (0) moved bank by 7.0 in all layers, the word itself by 1.0."


def test_the_first_half_of_a_layer_is_what_attention_wrote(banks):
    trace = banks[0].trace
    written = [np.linalg.norm(layer.attended[2]) for layer in trace.layers]
    np.testing.assert_allclose(movers.sublayers(banks[0])[0], written, rtol=1e-5)


def test_a_one_hot_row_times_the_matrix_is_the_row_of_the_word(vectors):
    for word in ("bear", "the", vectors.words[-1]):
        place = vectors.words.index(word)
        np.testing.assert_array_equal(one_hot.product(vectors, word), vectors.vectors[place])


def test_words_are_counted_from_one_on_their_list(vectors):
    found = word_list.sentence(vectors, "the zyzzyva sat")
    assert found.known == ["the", "sat"] and found.places == (0, 2)
    assert f"a list of {len(vectors.words):,} words" in word_list.in_words(vectors, found)
    assert "is passed over" in word_list.in_words(vectors, found)
    assert "passed over" not in word_list.in_words(vectors, word_list.sentence(vectors, "the sat"))


def test_the_examples_of_a_sentence_are_given_and_to_be_predicted():
    found = SimpleNamespace(known=["a", "b", "c"])
    assert word_windows.table(found, 1, "Skip-gram") == {
        "Given": ["a", "b", "b", "c"],
        "To predict": ["b", "a", "c", "b"],
    }
    assert word_windows.table(found, 1, "CBOW") == {"Given": ["b", "a, c", "b"], "To predict": ["a", "b", "c"]}


def test_where_a_hundredth_is_left_is_counted_in_distances():
    found = {"RNN": np.array([9.0, 8.0, 1.0, 0.079, 0.01]), "attention": np.ones(reach.LENGTH)}
    assert reach.reached_in_words(found) == (
        "Less than a hundredth of the gradient at distance 1 is left: RNN from 3 on, attention nowhere up to 63."
    )


@pytest.mark.parametrize(
    ("count", "said"), [(900, "900 bytes"), (2048, "2.0 KiB"), (3 << 20, "3.0 MiB"), (5 << 29, "2.5 GiB")]
)
def test_memory_is_said_in_the_unit_that_fits(count, said):
    assert scoring._bytes(count) == said


def test_ranges_and_shares_of_two_scorers_are_said_as_they_are():
    assert scoring._range(np.array([[-1.256, 0.5], [3.0, 2.0]])) == "from −1.26 to 3.00"
    assert scoring.moved_in_words(0.4567, 5).startswith("The two put 45.7% of a word's weight")
    assert scoring.moved_in_words(0.4567, 1).startswith("One token alone")


def test_the_gradient_said_of_a_network_is_that_of_the_first_word():
    way = SimpleNamespace(length=1, steps=1)
    assert recurrence.in_words(way, 0.01234) == (
        "Path: 1 arrow · 1 step for the whole text · gradient from word to state: 0.0123."
    )
