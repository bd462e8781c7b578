"""What the heads of a layer add, each by itself, is together what attention adds."""

import numpy as np
import pytest

from transformer import Intervention
from transformer.readings.contributions import concatenated, contributions, lengths

TEXT = "The cat sat on the mat."


@pytest.mark.parametrize("layer", [0, 1])
def test_the_contributions_of_the_heads_sum_to_attended(language_model, layer):
    trace = language_model.trace(TEXT)
    written = contributions(language_model.transformer, trace, layer)
    assert written.shape == (3, len(trace.tokens), language_model.config.d_model)
    np.testing.assert_allclose(written.sum(0), trace.layers[layer].attended, rtol=0, atol=1e-4)
    at_once = concatenated(language_model.transformer, trace, layer)
    np.testing.assert_allclose(at_once, trace.layers[layer].attended, rtol=0, atol=1e-4)


def test_each_head_has_rows_of_w_o_of_its_own(make_language_model):
    model = make_language_model()
    trace = model.trace(TEXT)
    w_o = model.transformer.block(1).attention.output.weight.detach().numpy().T
    for head, written in enumerate(contributions(model.transformer, trace, 1)):
        own = w_o[5 * head : 5 * (head + 1)]
        np.testing.assert_allclose(written, trace.layers[1].context[head] @ own, rtol=0, atol=1e-5)


def test_silencing_a_head_takes_its_contribution_away_and_no_other(make_language_model):
    model = make_language_model()
    before = contributions(model.transformer, model.trace(TEXT), 0)
    after = contributions(model.transformer, model.trace(TEXT, Intervention(silenced=frozenset({(0, 1)}))), 0)
    assert not after[1].any() and before[1].any()
    np.testing.assert_allclose(after[[0, 2]], before[[0, 2]], rtol=0, atol=1e-6)


def test_lengths_are_those_of_the_vectors_at_the_position():
    written = np.zeros((2, 3, 4), dtype=np.float32)
    written[0, 2] = (3, 0, 4, 0)
    written[1, 0] = (0, 2, 0, 0)
    np.testing.assert_array_equal(lengths(written), [5, 0])
    np.testing.assert_array_equal(lengths(written, 0), [0, 2])


def test_a_layer_that_does_not_exist_is_refused(make_language_model):
    model = make_language_model()
    with pytest.raises(IndexError):
        contributions(model.transformer, model.trace(TEXT), 2)
