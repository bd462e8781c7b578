"""With its pattern and its norm held fast attention is linear; the norm and GELU bend."""

import numpy as np
import pytest
import torch

from transformer.readings.linearity import as_large_as, attention_with_frozen_pattern, feed_forward, mixed

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
    stages = model.trace(TEXT).layers[1]
    before, middle = torch.tensor(stages.residual_in), torch.tensor(stages.residual_mid)
    pattern, added = torch.tensor(stages.pattern[:, PLACE]), stages.residual_out - stages.residual_mid
    for held in (None, before):  # held at what it reads, a norm gives what it always gives
        attention = attention_with_frozen_pattern(model.transformer, 1, pattern, held)
        np.testing.assert_allclose(attention(before).detach(), stages.attended[PLACE], rtol=0, atol=1e-4)
    for held in (None, middle):
        ffn = feed_forward(model.transformer, 1, PLACE, held)
        np.testing.assert_allclose(ffn(middle).detach(), added[PLACE], rtol=0, atol=1e-4)


def departures(part, pair):
    """How far the output of each mixture is from the mixture of the outputs; shares of 0 and 1 mix nothing."""
    whole, parts = mixed(part, *pair, SHARES)
    found = (whole - parts).abs().amax(-1)
    torch.testing.assert_close(found[[1, 3]], torch.zeros(2), rtol=0, atol=1e-5)
    return found[[0, 2, 4]]


def test_the_norm_bends_attention_and_gelu_the_ffn(model, pair):
    pattern = torch.rand(3, 7, generator=torch.Generator().manual_seed(1))
    held, free = (attention_with_frozen_pattern(model.transformer, 0, pattern, at) for at in (pair[0], None))
    assert departures(held, pair).max() < 1e-4 < 0.05 < departures(free, pair).min()
    straight = feed_forward(model.transformer, 0, PLACE, pair[0], nonlinear=False)
    by_gelu = feed_forward(model.transformer, 0, PLACE, pair[0])
    by_norm = feed_forward(model.transformer, 0, PLACE, nonlinear=False)
    assert departures(straight, pair).max() < 1e-4
    assert departures(by_gelu, pair).min() > 0.05 and departures(by_norm, pair).min() > 0.05


def test_the_other_stream_is_as_large(pair):
    other = as_large_as(3 * pair[0] + 2)
    torch.testing.assert_close(other.mean(-1), (3 * pair[0] + 2).mean(-1))
    torch.testing.assert_close(other.std(-1, correction=0), (3 * pair[0]).std(-1, correction=0), rtol=1e-4, atol=0)
