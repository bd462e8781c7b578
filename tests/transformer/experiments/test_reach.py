"""Small networks agree with torch's own, their gradients with torch's Jacobians, and the lesson with the numbers."""

import numpy as np
import pytest
import torch

from transformer.experiments.reach import (
    WIDTH,
    Dials,
    attention,
    drawn,
    from_first,
    gated,
    in_window,
    into,
    networks,
    random_inputs,
    recurrence,
)

NAMES = ("RNN", "GRU", "RNN + attention", "window", "self-attention")
LENGTH = 5


@pytest.fixture(scope="module")
def weights():
    return drawn(seed=3, draws=2, layers=3)


@pytest.fixture(scope="module")
def inputs():
    return random_inputs(seed=3, draws=2, length=LENGTH)


def test_the_recurrent_network_is_that_of_torch(weights, inputs):
    reference = torch.nn.RNN(WIDTH, WIDTH, bias=False, batch_first=True)
    with torch.no_grad():
        reference.weight_ih_l0.copy_(weights.inputs[1].T)
        reference.weight_hh_l0.copy_(weights.recurrent[1].T)
        states = recurrence(inputs[:, None], weights.recurrent, weights.inputs, torch.tanh)[1]
        torch.testing.assert_close(states, reference(inputs[1:])[0], rtol=0, atol=1e-5)


def test_the_gated_network_is_that_of_torch(weights, inputs):
    reference = torch.nn.GRU(WIDTH, WIDTH, batch_first=True)
    with torch.no_grad():
        reference.weight_ih_l0.copy_(torch.cat([gate.T for gate in weights.gates[1, :3]]))
        reference.weight_hh_l0.copy_(torch.cat([gate.T for gate in weights.gates[1, 3:]]))
        reference.bias_ih_l0.zero_()[WIDTH : 2 * WIDTH] = np.log(0.8 / 0.2)
        reference.bias_hh_l0.zero_()
        states = gated(inputs[:, None], weights.gates, kept=0.8)[1]
        torch.testing.assert_close(states, reference(inputs[1:])[0], rtol=0, atol=1e-5)


@pytest.mark.parametrize("window", [None, 3])
def test_attention_is_that_of_torch(weights, inputs, window):
    may_look = in_window(LENGTH, window or LENGTH)
    queries, keys, values = (inputs[0] @ matrix for matrix in weights.projections[0, 1])
    expected = torch.nn.functional.scaled_dot_product_attention(queries, keys, values, attn_mask=may_look)
    found = attention(inputs[:, None], weights.projections[:, 1], None if window is None else may_look)
    torch.testing.assert_close(found[0, 0], expected, rtol=0, atol=1e-5)


def test_a_window_sees_itself_and_places_before_it():
    assert in_window(5, 2).int().tolist()[3] == [0, 0, 1, 1, 0]
    assert in_window(7, 3, step=2).int().tolist()[5] == [0, 1, 0, 1, 0, 1, 0]


@pytest.mark.parametrize("name", NAMES)
def test_gradients_are_the_jacobians_of_torch(weights, inputs, name):
    network = networks(weights, Dials(window=3, layers=2))[name]

    def states(vectors):
        return network(torch.stack([inputs[0], vectors])[:, None])[1, 0]

    jacobian = torch.autograd.functional.jacobian(states, inputs[1])  # [pos, d, pos, d]
    expected = jacobian.square().sum(dim=(1, 3)).sqrt().numpy()
    np.testing.assert_allclose(from_first(network, inputs)[1], expected[:, 0], rtol=1e-4, atol=1e-6)
    np.testing.assert_allclose(into(network, inputs, 3)[1], expected[3], rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("name", NAMES)
def test_no_state_sees_a_later_word(weights, inputs, name):
    assert not into(networks(weights, Dials())[name], inputs, 2)[:, 3:].any()


def test_draws_can_be_made_a_few_at_a_time(weights, inputs):
    second = drawn(seed=3, draws=1, layers=3, first=1)
    for whole, part in zip(vars(weights).values(), vars(second).values(), strict=True):
        torch.testing.assert_close(part[0], whole[1], rtol=0, atol=0)
    torch.testing.assert_close(random_inputs(3, 1, LENGTH, first=1)[0], inputs[1], rtol=0, atol=0)


def test_the_spectral_radius_is_one(weights):
    for matrix in weights.recurrent:
        assert torch.linalg.eigvals(matrix).abs().max().item() == pytest.approx(1, abs=1e-5)


@pytest.fixture(scope="module")
def far():
    """Gradients over 64 words, the geometric mean of four draws, for given dials and network."""
    weights, texts = drawn(seed=1, draws=4, layers=3), random_inputs(seed=1, draws=4, length=64)

    def measure(name, **dials):
        norms = from_first(networks(weights, Dials(**dials))[name], texts).astype(np.float64)
        return np.exp(np.log(np.maximum(norms, 1e-300)).mean(axis=0))

    return measure


@pytest.mark.parametrize("radius", [0.7, 0.9, 1.2])
def test_a_linear_network_loses_the_spectral_radius_at_every_step(far, radius):
    norms = far("RNN", radius=radius, tanh=False)
    assert (norms[63] / norms[31]) ** (1 / 32) == pytest.approx(radius, rel=0.02)


def test_a_gate_that_keeps_more_loses_less(far):
    little, much = far("GRU", kept=0.5), far("GRU", kept=0.98)
    assert little[32] / little[1] < 1e-3 < 0.05 < much[32] / much[1]


def test_a_window_ends_and_attention_falls_as_one_over_the_distance(far):
    window = far("window", window=4, layers=3)
    assert (window[:10] > 1e-3).all() and (window[10:] <= 1e-299).all()
    for name in ("self-attention", "RNN + attention"):
        norms = far(name)
        slope = np.polyfit(np.log(np.arange(4, 64)), np.log(norms[4:]), 1)[0]
        assert -1.2 < slope < -0.7
