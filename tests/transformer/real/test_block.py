"""A block without a gradient to come writes where it may: the same numbers, in less memory."""

import pytest
import torch
from torch import nn

from transformer.plan import Plan
from transformer.real.block import ACTIVATIONS, Rotary, StackBlock

PLAN = {"n_layers": 1, "n_heads": 2, "d_model": 8, "d_head": 4, "d_mlp": 12, "vocab_size": 5, "max_tokens": 6}


@pytest.mark.parametrize("activation", sorted(ACTIVATIONS))
def test_gated_units_take_the_memory_of_their_gate_unless_a_gradient_is_to_come(activation: str) -> None:
    block = StackBlock(Plan(**PLAN, positions="none", n_kv_heads=2, factor=0.5, gated=True, activation=activation), 0)
    for weight in block.parameters():
        nn.init.normal_(weight)
    gates: list[torch.Tensor] = []
    block.activation = lambda read: gates.append(ACTIVATIONS[activation](read)) or gates[-1]
    read = torch.randn(3, 8)
    with torch.inference_mode():
        expected = ACTIVATIONS[activation](block.mlp_gate(read)) * block.mlp_in(read)
        units = block._hidden(read)
    assert torch.equal(units, expected) and units.data_ptr() == gates[-1].data_ptr()
    learning = read.clone().requires_grad_()
    units = block._hidden(learning)
    assert units.data_ptr() != gates[-1].data_ptr()
    (found,) = torch.autograd.grad(units.sum(), learning)
    other = read.clone().requires_grad_()
    product = ACTIVATIONS[activation](other @ block.mlp_gate.weight.T) * (other @ block.mlp_in.weight.T)
    torch.testing.assert_close(units, product)
    torch.testing.assert_close(found, torch.autograd.grad(product.sum(), other)[0])


@pytest.mark.parametrize("in_turn", [False, True])
def test_turned_vectors_are_those_of_complex_numbers_and_can_be_derived(in_turn: bool) -> None:
    turn = Rotary.at(torch.arange(5), (1.0, 0.1, 0.01), in_turn)
    vectors = torch.randn(2, 3, 5, 8, dtype=torch.float64, requires_grad=True)
    pairs = vectors[..., :6].unflatten(-1, (3, 2) if in_turn else (2, 3))
    first, second = pairs.unbind(-1 if in_turn else -2)
    angles = torch.arange(5)[:, None] * torch.tensor((1.0, 0.1, 0.01))
    turned = torch.complex(first, second) * torch.polar(torch.ones(5, 3), angles)
    parts = torch.stack((turned.real, turned.imag), -1 if in_turn else -2).flatten(-2)
    expected = torch.cat((parts, vectors[..., 6:]), -1)
    found, weights = turn.of(vectors), torch.randn(2, 3, 5, 8, dtype=torch.float64)
    torch.testing.assert_close(found, expected, atol=1e-6, rtol=1e-6)
    (by_code,), (by_complex,) = (torch.autograd.grad((each * weights).sum(), vectors) for each in (found, expected))
    torch.testing.assert_close(by_code, by_complex, atol=1e-6, rtol=1e-6)
