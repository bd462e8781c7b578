"""What the pages on meaning, on scores and on gradients say in numbers, found again without the code that says it."""

from types import SimpleNamespace

import numpy as np
import pytest

from headlight.views.embeddings import contexts, drift
from headlight.views.embeddings import movers_room as movers
from headlight.views.why_attention import reach
from headlight.views.why_attention import recurrence_room as recurrence
from headlight.views.why_attention import scoring_room as scoring
from tests.drawn import plain
from transformer import load


@pytest.fixture(scope="module")
def model():
    return load("story")


@pytest.fixture(scope="module")
def banks(model):
    traces = [model.trace(text) for text in ("the river bank", "They bank the money", "a financial bank")]
    return contexts.contexts(traces, "bank", "last")


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
