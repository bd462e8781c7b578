"""With its pattern held fast attention is linear; the FFN is not, and becomes so without GELU."""

import numpy as np
import pytest
import torch

from transformer.readings.linearity import attention_with_frozen_pattern, feed_forward, mixed

TEXT = "The cat sat on the mat."
PLACE = 3


@pytest.fixture
def model(make_language_model):
    return make_language_model()


@pytest.fixture
def pair():
    return torch.randn(2, 7, 15, generator=torch.Generator().manual_seed(0))


SHARES = torch.tensor([-2.0, 0.0, 0.3, 1.0, 2.5])


def test_the_parts_are_those_of_the_model(model):
    trace = model.trace(TEXT)
    block, stages = model.transformer.block(1), trace.layers[1]
    read = block.attention_norm(torch.tensor(stages.residual_in))
    attention = attention_with_frozen_pattern(model.transformer, 1, torch.tensor(stages.pattern[:, PLACE]))
    np.testing.assert_allclose(attention(read).detach(), stages.attended[PLACE], rtol=0, atol=1e-4)
    read = block.mlp_norm(torch.tensor(stages.residual_mid))
    added = stages.residual_out - stages.residual_mid
    np.testing.assert_allclose(
        feed_forward(model.transformer, 1, PLACE)(read).detach(), added[PLACE], rtol=0, atol=1e-4
    )


def test_attention_mixes_and_the_ffn_does_not(model, pair):
    pattern = torch.rand(3, 7, generator=torch.Generator().manual_seed(1))
    whole, parts = mixed(attention_with_frozen_pattern(model.transformer, 0, pattern), *pair, SHARES)
    torch.testing.assert_close(whole, parts, rtol=0, atol=1e-4)
    whole, parts = mixed(feed_forward(model.transformer, 0, PLACE, nonlinear=False), *pair, SHARES)
    torch.testing.assert_close(whole, parts, rtol=0, atol=1e-4)
    whole, parts = mixed(feed_forward(model.transformer, 0, PLACE), *pair, SHARES)
    assert (whole - parts).abs().amax(-1)[[0, 2, 4]].min() > 0.05
    torch.testing.assert_close(whole[[1, 3]], parts[[1, 3]], rtol=0, atol=1e-5)  # a share of 0 or 1 mixes nothing


def test_the_value_path_is_linear_for_any_two_factors(model, pair):
    part = attention_with_frozen_pattern(
        model.transformer, 0, torch.rand(3, 7, generator=torch.Generator().manual_seed(2))
    )
    one, other = pair
    torch.testing.assert_close(part(2 * one - 3 * other), 2 * part(one) - 3 * part(other), rtol=0, atol=1e-4)
