"""Layer norm by hand is torch's layer norm, and the one that the model applies."""

import numpy as np
import pytest
import torch
from torch.nn.functional import layer_norm as torchs

from transformer import Intervention
from transformer.readings.layer_norm import layer_norm, read_by_ffn, reading, weights

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
def test_what_is_normalized_is_what_the_ffn_and_the_unembedding_read(make_language_model, layer):
    model = make_language_model()
    trace, block = model.trace(TEXT), model.transformer.block(layer)
    for norm, stream, read in (
        (block.mlp_norm, read_by_ffn(trace, layer), lambda normed: torch.nn.functional.gelu(block.mlp_in(normed))),
        (model.transformer.final_norm, trace.layers[-1].residual_out, lambda normed: normed),
    ):
        normed = np.stack([layer_norm(vector, *weights(norm)).after for vector in stream])
        expected = trace.layers[layer].hidden if norm is block.mlp_norm else trace.final
        np.testing.assert_allclose(read(torch.tensor(normed)).detach().numpy(), expected, atol=1e-4)


@pytest.mark.parametrize("layer", [0, 1])
def test_a_vector_that_is_read_without_its_norm_is_read_as_where_a_hook_hands_it_on(any_model, layer) -> None:
    trace, position = any_model.trace(TEXT), 2
    vector = 3 * read_by_ffn(trace, layer)[position]
    edit = reading(any_model.transformer, trace, layer, position, vector)
    found = any_model.trace(trace.text, Intervention(edits=(edit,))).final[position]

    def hand_on(norm, given, out):
        out = out.clone()
        out[..., position, :] = torch.tensor(vector)
        return out

    hook = any_model.transformer.block(layer).mlp_norm.register_forward_hook(hand_on)
    try:
        expected = any_model.trace(trace.text).final[position]
    finally:
        hook.remove()
    np.testing.assert_allclose(found, expected, atol=1e-4)
    assert np.abs(found - trace.final[position]).max() > 1e-3
    with pytest.raises(ValueError, match="of an unchanged pass alone"):
        reading(any_model.transformer, any_model.trace(TEXT, Intervention(temperature=2.0)), layer, position, vector)
