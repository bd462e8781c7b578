"""Layer norm by hand is torch's layer norm, and the one that the model applies."""

import numpy as np
import pytest
import torch
from torch.nn.functional import layer_norm as torchs

from transformer import Intervention
from transformer.readings.layer_norm import layer_norm, module, read_by, reading, weights

TEXT = "The cat sat on the mat."


def test_it_is_torchs():
    before, gamma, beta = np.random.default_rng(0).standard_normal((3, 13)).astype(np.float32)
    before, epsilon = 3 * before + 5, 0.3  # large enough to be seen under the root
    ours = layer_norm(before, gamma, beta, epsilon)
    expected = torchs(torch.tensor(before), (13,), torch.tensor(gamma), torch.tensor(beta), epsilon)
    np.testing.assert_allclose(ours.after, expected, rtol=0, atol=1e-5)
    assert (ours.mean, ours.deviation) == pytest.approx((before.mean(), np.sqrt(before.var() + epsilon)), rel=1e-5)
    np.testing.assert_allclose(ours.normalized, (before - ours.mean) / ours.deviation, rtol=1e-5)


def test_equal_numbers_become_beta_and_nothing_is_divided_by_zero():
    beta = np.arange(5.0)
    np.testing.assert_array_equal(layer_norm(np.full(5, 3.0), np.ones(5), beta, 1e-5).after, beta)


@pytest.mark.parametrize("layer", [0, 1])
def test_what_is_normalized_is_what_the_sublayers_read(make_language_model, layer):
    model = make_language_model()
    trace = model.trace(TEXT)
    block = model.transformer.block(layer)
    read = {}
    for place in ("before attention", "before FFN", "before unembedding"):
        own = weights(module(model.transformer, layer, place))
        read[place] = np.stack([layer_norm(vector, *own).after for vector in read_by(trace, layer, place)])
    values = block.attention.value(torch.tensor(read["before attention"])).detach().numpy()
    np.testing.assert_allclose(values, trace.layers[layer].values.transpose(1, 0, 2).reshape(values.shape), atol=1e-4)
    hidden = torch.nn.functional.gelu(block.mlp_in(torch.tensor(read["before FFN"]))).detach().numpy()
    np.testing.assert_allclose(hidden, trace.layers[layer].hidden, atol=1e-4)
    np.testing.assert_allclose(read["before unembedding"], trace.final, atol=1e-4)


@pytest.mark.parametrize("place", ["before attention", "before FFN"])
@pytest.mark.parametrize("layer", [0, 1])
def test_a_vector_that_is_read_without_its_norm_is_read_as_where_a_hook_hands_it_on(any_model, place, layer) -> None:
    trace, position = any_model.trace(TEXT), 2
    vector = 3 * read_by(trace, layer, place)[position]
    edit = reading(any_model.transformer, trace, layer, place, position, vector)
    found = any_model.trace(trace.text, Intervention(edits=(edit,))).final[position]

    def hand_on(norm, given, out):
        out = out.clone()
        out[..., position, :] = torch.tensor(vector)
        return out

    hook = module(any_model.transformer, layer, place).register_forward_hook(hand_on)
    try:
        expected = any_model.trace(trace.text).final[position]
    finally:
        hook.remove()
    np.testing.assert_allclose(found, expected, atol=1e-4)
    assert np.abs(found - trace.final[position]).max() > 1e-3


def test_no_sublayer_reads_before_the_unembedding(make_language_model) -> None:
    model = make_language_model()
    trace = model.trace(TEXT)
    with pytest.raises(ValueError, match="a sublayer reads before attention and before the FFN"):
        reading(model.transformer, trace, 1, "before unembedding", 0, trace.final[0])
    changed = model.trace(TEXT, Intervention(temperature=2.0))
    with pytest.raises(ValueError, match="of an unchanged pass alone"):
        reading(model.transformer, changed, 1, "before FFN", 0, trace.final[0])
